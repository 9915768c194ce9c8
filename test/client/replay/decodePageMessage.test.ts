import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodePageMessage, decodePageState } from '../../../client/src/replay/page/decodePageMessage';
import { REPLAY_QUESTIONS } from '../../../server/src/shared/replay/index';

const redaction = {
  paths: true,
  emails: false,
  secrets: true,
  words: false,
  personal: false,
  names: true,
  fields: ['token'],
};

/** A value for each parameter that a question may have. */
const SAMPLES = {
  axis: 'even',
  by: 'kind',
  from: 0,
  to: 4,
  count: 2,
  width: 800.5,
  at: 1.5,
  lanes: { from: 0, count: 3 },
  folded: { all: false, but: [1] },
  envelope: 0,
  path: ['a', 1],
  section: 'gaps',
  one: 1,
  other: 2,
  only: 'all',
  version: 'before',
  in: 'run',
  words: 'x',
  message: 1,
  piece: 0,
  edge: 1,
  query: 'x',
  cursor: 9,
  back: true,
  lane: 1,
  with: 'r',
  redaction,
  format: 'html',
};

/** Where questions have parameters of one name, but different types. */
const OWN_SAMPLES: Readonly<Record<string, object>> = { artifact: { path: 'a.py' }, next: { to: 'error' } };

describe('a message of the page', () => {
  test.each<[string, object]>([
    ['ready', { type: 'ready' }],
    ['ready, with the shown run', { type: 'ready', run: 'r' }],
    ['a question', { type: 'ask', id: 3, question: 'step', params: { step: 2 } }],
    [
      'a question with lists',
      { type: 'ask', id: 0, question: 'outline', params: { folded: { all: false, but: [1, 2] } } },
    ],
    ['the shown step', { type: 'at', step: 0 }],
    ['an envelope', { type: 'openEnvelope', step: 1, envelope: 0 }],
    ['a value in an envelope', { type: 'openEnvelope', step: 1, envelope: 0, path: ['payload', 3, ''] }],
    ['a diff', { type: 'openDiff', step: 1, path: 'src/a.py', against: 'disk' }],
    ['a link', { type: 'openLink', href: 'https://example.org/' }],
    ['the tree', { type: 'showInRuns', step: 1 }],
    ['another run to compare with', { type: 'pickOther' }],
    ['another run', { type: 'openRun', run: 'r' }],
    ['an export', { type: 'save', format: 'html', redaction }],
    ['a run to send', { type: 'send', redaction }],
    ['a link to a step', { type: 'copyLink', step: 3 }],
    ['a copy', { type: 'copy', text: 'x'.repeat(100_000) }],
  ])('%s is decoded', (_, message) => {
    expect(decodePageMessage(message)).toEqual(message);
  });

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'ready'],
    ['a list', [{ type: 'ready' }]],
    ['no type', {}],
    ['an unknown type', { type: 'eval' }],
    ['a type with the name of a method', { type: 'toString' }],
    ['a type that is not a text', { type: ['ready'] }],
    ['an unknown question', { type: 'ask', id: 1, question: 'secrets', params: {} }],
    ['a question with the name of a method', { type: 'ask', id: 1, question: 'constructor', params: {} }],
    ['a question without a parameter that it needs', { type: 'ask', id: 1, question: 'changes', params: { from: 0 } }],
    ['a question with a parameter of another type', { type: 'ask', id: 1, question: 'step', params: { step: '2' } }],
    ['a question without params', { type: 'ask', id: 1, question: 'overview' }],
    ['a question with a list for params', { type: 'ask', id: 1, question: 'overview', params: [] }],
    ['a question with an id below 0', { type: 'ask', id: -1, question: 'overview', params: {} }],
    ['a question with a fractional id', { type: 'ask', id: 0.5, question: 'overview', params: {} }],
    ['a question with a function', { type: 'ask', id: 1, question: 'step', params: { step: () => 1 } }],
    ['a question with NaN', { type: 'ask', id: 1, question: 'step', params: { step: Number.NaN } }],
    ['a question with a prototype', { type: 'ask', id: 1, question: 'step', params: JSON.parse('{"__proto__":{}}') }],
    [
      'a question that is too large',
      { type: 'ask', id: 1, question: 'search', params: { query: 'x'.repeat(600_000) } },
    ],
    [
      'a question that is too long',
      { type: 'ask', id: 1, question: 'outline', params: { but: Array(600_000).fill(1) } },
    ],
    ['a question that is too deep', { type: 'ask', id: 1, question: 'step', params: nested(20) }],
    ['a step below 0', { type: 'at', step: -1 }],
    ['a step above the safe integers', { type: 'at', step: 2 ** 60 }],
    ['a step as a text', { type: 'showInRuns', step: '1' }],
    ['a path with an object', { type: 'openEnvelope', step: 1, envelope: 0, path: [{}] }],
    ['a path that is a text', { type: 'openEnvelope', step: 1, envelope: 0, path: 'payload' }],
    ['no envelope', { type: 'openEnvelope', step: 1 }],
    ['a diff with an unknown version', { type: 'openDiff', step: 1, path: 'a', against: 'head' }],
    ['a very long link', { type: 'openLink', href: `https://${'x'.repeat(5000)}` }],
    ['a run that is not a text', { type: 'openRun', run: 1 }],
    ['an unknown format', { type: 'save', format: 'exe', redaction }],
    ['no redaction', { type: 'save', format: 'html' }],
    ['a run to send without a redaction', { type: 'send' }],
    ['an incomplete redaction', { type: 'save', format: 'html', redaction: { paths: true } }],
    ['a redaction with an invalid field', { type: 'save', format: 'html', redaction: { ...redaction, fields: [1] } }],
    [
      'a redaction with too many fields',
      { type: 'save', format: 'html', redaction: { ...redaction, fields: Array(300_000).fill('a') } },
    ],
  ])('%s is not decoded', (_, message) => {
    expect(decodePageMessage(message)).toBeUndefined();
  });

  test.each(Object.entries(REPLAY_QUESTIONS))(
    'asks %s with the parameters that it has, and no others',
    (question, { params }) => {
      const given = { ...SAMPLES, step: 1, ...OWN_SAMPLES[question] };
      const decoded = decodePageMessage({ type: 'ask', id: 1, question, params: { ...given, more: 1 } });
      const known = Object.entries(given).filter(([name]) => Object.hasOwn(params, name));
      expect(decoded).toEqual({ type: 'ask', id: 1, question, params: Object.fromEntries(known) });
    },
  );

  test('drops unknown keys', () => {
    expect(decodePageMessage({ type: 'at', step: 1, command: 'rm' })).toEqual({ type: 'at', step: 1 });
    expect(decodePageMessage({ type: 'save', format: 'json', redaction: { ...redaction, more: 1 } })).toEqual({
      type: 'save',
      format: 'json',
      redaction,
    });
  });

  test('never throws', () => {
    const types = [
      'ready',
      'ask',
      'at',
      'openEnvelope',
      'openDiff',
      'openLink',
      'openRun',
      'save',
      'copy',
      '__proto__',
    ];
    const keys = [
      'id',
      'question',
      'params',
      'step',
      'envelope',
      'path',
      'against',
      'href',
      'run',
      'format',
      'redaction',
    ];
    const message = fc.dictionary(fc.constantFrom(...keys), fc.anything(), { maxKeys: 8 });
    fc.assert(
      fc.property(fc.constantFrom(...types), message, (type, rest) => {
        const decoded = decodePageMessage({ ...rest, type });
        expect(decoded?.type).toBeOneOf([undefined, type]);
      }),
    );
    fc.assert(fc.property(fc.anything(), message => void decodePageMessage(message)));
  });
});

describe('the saved state of the page', () => {
  test.each<[unknown, object | undefined]>([
    [
      { run: 'r', step: 3, tab: 'state' },
      { run: 'r', step: 3 },
    ],
    [{ run: 'r' }, { run: 'r', step: 0 }],
    [
      { run: 'r', step: -3 },
      { run: 'r', step: 0 },
    ],
    [{ step: 3 }, undefined],
    [undefined, undefined],
    [null, undefined],
    ['r', undefined],
    [{ run: 'x'.repeat(5000) }, undefined],
  ])('%j', (state, kept) => {
    expect(decodePageState(state)).toEqual(kept);
  });
});

function nested(depth: number): object {
  return depth === 0 ? {} : { a: nested(depth - 1) };
}
