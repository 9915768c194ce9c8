import { expect, test } from 'vitest';
import { withArticle } from '../../server/src/analysis/schemaErrorMessage';
import { analyseText, problemsIn } from '../kit/analyseText';

const call = (more: string) =>
  `{"call_id": "t_4k7m2p9x1c", "agent": "calendar", "tool": "move", "args": {}, "confirm_required": true, ${more}}`;
const messages = (text: string, kind: string) =>
  problemsIn(analyseText('a.json', text, { association: kind })).map(({ message }) => message);

test.each([
  ['"ts": "2026-02-03T10:00:00Z", "deadline_ms": 12345678901234567890', '"deadline_ms" is 12345678901234567890; '],
  ['"ts": "2026-02-03T10:00:00Z", "deadline_ms": 1e-400', '"deadline_ms" is 1e-400'],
  ['"ts": "2026-02-03T10:00:00Z", "deadline_ms": 1e-400', 'This number is too small for JSON readers'],
  ['"ts": "2026-02-30T10:00:00Z"', '"ts" is "2026-02-30T10:00:00Z"; there is no day 2026-02-30.'],
  ['"ts": "2026-13-01T10:00:00Z"', 'there is no day 2026-13-01.'],
  ['"ts": "2026-02-03T10:00:00Z", "\ud800": 1', '"\\ud800" is not allowed in'],
  ['"ts": "caf\ufffd"', 'This replacement character stands for bytes that were not valid UTF-8'],
])('of a call with %s: %s', (more, said) => {
  expect(messages(call(more), 'toolcall/call').join('\n')).toContain(said);
});

test('zeros are no small numbers', () => {
  expect(
    messages(
      call('"ts": "2026-02-03T10:00:00Z", "deadline_ms": 50.000000, "args": [0e-100, 0.0]'),
      'toolcall/call',
    ).join(),
  ).not.toContain('too small');
});

test.each(['A2A task', 'ATIF trajectory', 'OTLP request', 'LLM call'])('an %s', title => {
  expect(withArticle(title)).toBe(`an ${title}`);
});

test.each([
  ['UI event', 'a UI event'],
  ['User message', 'a user message'],
  ['Onion', 'an onion'],
  ['Tool call', 'a tool call'],
  ['uuid', 'a uuid'],
  ['Review Queue verdict', 'a Review Queue verdict'],
])('%s is %s', (title, said) => {
  expect(withArticle(title)).toBe(said);
});
