import { expect, test } from 'vitest';
import { analyseWithRunRules, problemsIn } from '../../../kit/analyseText';
import { expectDrawnProblems } from '../../../kit/expectDrawnProblems';
import { expectFixesClear } from '../../../kit/expectFixesClear';

const RULE = 'toolcall/result-without-call';
const RULES = [RULE];
const CALL = '{"call_id": "t_search00a1", "agent": "x", "tool": "y", "args": {}}';
const RESULT = '{"call_id": "t_search00a1", "ok": true, "result": {}, "error": null, "latency_ms": 1}';
const STRAY = RESULT.replace('t_search00a1', 't_zzzzzzzzzz');

test('an id that no call has', () => {
  expectDrawnProblems(
    'calls.jsonl',
    `
        {"call_id": "t_search00a1", "agent": "x", "tool": "y", "args": {}}
        {"call_id": "t_search00a1", "ok": true, "result": {}, "error": null, "latency_ms": 1}
        {"call_id": "t_search00a2", "ok": true, "result": {}, "error": null, "latency_ms": 1}
      //            ^^^^^^^^^^^^^^ toolcall/result-without-call warning: No call has the id "t_search00a2".
        {"call_id": "t_zzzzzzzzzz", "ok": true, "result": {}, "error": null, "latency_ms": 1}
      //            ^^^^^^^^^^^^^^ toolcall/result-without-call
    `,
    {},
    RULES,
  );
});

test('in one log the call that was meant stands before its result', () => {
  const mistyped = RESULT.replace('search00a1', 'search00a2');
  const fixesOf = (...lines: string[]) =>
    problemsIn(analyseWithRunRules('calls.jsonl', lines.join('\n')))
      .filter(({ rule }) => rule === RULE)
      .map(({ fixes }) => fixes.length);
  const other = CALL.replace('search00a1', 'answer00b3');
  expect(fixesOf(other, CALL, mistyped)).toEqual([1]);
  expect(fixesOf(other, mistyped, CALL)).toEqual([0]);
});

test('calls and results in two logs', () => {
  expectDrawnProblems(
    'results.jsonl',
    `
        {"call_id": "t_search00a1", "ok": true, "result": {}, "error": null, "latency_ms": 1}
        {"call_id": "t_zzzzzzzzzz", "ok": true, "result": {}, "error": null, "latency_ms": 1}
      //            ^^^^^^^^^^^^^^ toolcall/result-without-call
    `,
    { files: { 'calls.jsonl': CALL } },
    RULES,
  );
});

test('without a single call they are kept elsewhere', () => {
  expectDrawnProblems('results.jsonl', `${RESULT}\n${STRAY}`, {}, RULES);
  expectDrawnProblems('one.result.json', STRAY, { files: { 'calls.jsonl': CALL } }, RULES);
});

test('a log may begin in the middle', () => {
  expectDrawnProblems(
    'calls.jsonl',
    `
        {"call_id": "t_zzzzzzzzzz", "ok": true, "result": {}, "error": null, "latency_ms": 1}
        {"call_id": "t_search00a1", "agent": "x", "tool": "y", "args": {}}
        {"call_id": "t_search00a1", "ok": true, "result": {}, "error": null, "latency_ms": 1}
        {"call_id": "t_yyyyyyyyyy", "ok": true, "result": {}, "error": null, "latency_ms": 1}
      //            ^^^^^^^^^^^^^^ toolcall/result-without-call
    `,
    {},
    RULES,
  );
});

test('an id that is nearly that of a call that waits', () => {
  const mistyped = RESULT.replace('00a1', '00al');
  expect(expectFixesClear(RULE, `${CALL}\n${mistyped}`, { name: 'a.jsonl' })).toEqual(['Change to "t_search00a1"']);
  // Answered already, or not the only one.
  expect(expectFixesClear(RULE, `${CALL}\n${RESULT}\n${mistyped}`, { name: 'a.jsonl' })).toEqual([]);
  expect(expectFixesClear(RULE, `${CALL}\n${CALL.replace('a1', 'a3')}\n${mistyped}`, { name: 'a.jsonl' })).toEqual([]);
});

test('an id that is nearly that of a call in the log beside it, wherever that stands there', () => {
  const mistyped = RESULT.replace('00a1', '00al');
  const files = { 'calls.jsonl': `${CALL.replace('t_search00a1', 't_zzzzzzzzzz')}\n${CALL}` };
  expect(expectFixesClear(RULE, `${STRAY}\n${mistyped}`, { name: 'results.jsonl', files })).toEqual([
    'Change to "t_search00a1"',
  ]);
});
