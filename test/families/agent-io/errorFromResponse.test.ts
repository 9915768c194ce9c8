import { expect, test } from 'vitest';
import { errorFromResponse } from '../../../server/src/families/agent-io/conversions';
import { recognisedKind } from '../../kit/analyseText';
import { corpusFiles, corpusMissing, corpusText } from '../../kit/corpus';
import { kindById } from '../../kit/testContext';

const response = {
  status: 'error',
  result: null,
  error: { type: 'network', message: 'It broke off.', details: { pages: 1 }, recoverable: true, retry_after: 5 },
  trace: [],
  metadata: { agent_type: 'worker', trace_id: 'trip-7', cost_usd: null },
};

test('an error is the first issue, and what a message has no property for an info each', () => {
  const { value, notes } = errorFromResponse(response) ?? {};
  expect(value).toEqual({
    from: 'worker',
    to: 'conductor',
    payload: { output: null, confidence: 0, needsReview: true },
    issues: [
      { severity: 'error', message: 'It broke off.', resolution: 'Try again after 5 seconds.' },
      { severity: 'info', message: 'error.type: network' },
      { severity: 'info', message: 'error.details: {"pages":1}' },
      { severity: 'info', message: 'error.recoverable: true' },
      { severity: 'info', message: 'error.retry_after: 5' },
      { severity: 'info', message: 'metadata.trace_id: trip-7' },
    ],
  });
  expect(notes?.at(-1)).toBe(
    '"error.type", "error.details", "error.recoverable", "error.retry_after", "metadata.trace_id": in "issues", as infos.',
  );
});

test('what came of a part is kept, and what is not known is said', () => {
  const { value, notes } =
    errorFromResponse({ status: 'partial', result: { a: 1 }, error: { type: 'unknown', message: 'M' } }) ?? {};
  expect(value).toMatchObject({
    from: 'unknown',
    issues: [
      { severity: 'error', message: 'M' },
      { message: 'error.type: unknown' },
      { message: 'status: partial' },
      { message: 'result: {"a":1}' },
    ],
  });
  expect(notes?.slice(0, 3)).toEqual([
    'The response does not say whose it is: put the agent\'s name for "unknown".',
    'It goes to "conductor", since a response names nobody.',
    'The response does not say what would help: add a "resolution".',
  ]);
});

test.each([
  [{ status: 'success', result: 1 }],
  [{ status: 'error', error: null }],
  [{ status: 'error', error: { message: 1 } }],
])('not of %j', value => {
  expect(errorFromResponse(value)).toBeUndefined();
});

const failed = corpusFiles('cuga').filter(path => {
  const text = path.endsWith('.response.json') ? corpusText(path) : '';
  return /"error": \{/.test(text) && !path.includes('TRUNCATED');
});

test.skipIf(corpusMissing).each(failed)('%s', path => {
  const { value } = errorFromResponse(JSON.parse(corpusText(path))) ?? {};
  expect(recognisedKind(value)).toBe('agent-message/error');
  const { validate } = kindById('agent-message/error');
  expect([validate(value), validate.errors]).toEqual([true, null]);
});

test.skipIf(corpusMissing)('the corpus has failed responses', () => {
  expect(failed.length).toBeGreaterThan(0);
});
