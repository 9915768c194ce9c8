import { test } from 'vitest';
import { expectDrawnProblems } from '../../../kit/expectDrawnProblems';

const RULES = ['toolcall/call-without-result'];
const LATE =
  '{"call_id": "t_aaaaaaaaaa", "agent": "x", "tool": "y", "args": {}, "ts": "2026-06-01T10:00:00Z", "deadline_ms": 500}';
const NEXT = '{"call_id": "t_bbbbbbbbbb", "agent": "x", "tool": "y", "args": {}, "ts": "2026-06-01T10:00:01Z"}';

test('a log that goes on past a deadline', () => {
  expectDrawnProblems(
    'calls.jsonl',
    `
        {"call_id": "t_aaaaaaaaaa", "agent": "x", "tool": "y", "args": {}, "ts": "2026-06-01T10:00:00Z", "deadline_ms": 500}
      //            ^^^^^^^^^^^^^^ toolcall/call-without-result warning: past its deadline of 500 ms
        {"call_id": "t_noneatall0", "agent": "x", "tool": "y", "args": {}, "ts": "2026-06-01T10:00:00Z"}
        {"call_id": "t_notime0000", "agent": "x", "tool": "y", "args": {}, "deadline_ms": 500}
        {"call_id": "t_bbbbbbbbbb", "agent": "x", "tool": "y", "args": {}, "ts": "2026-06-01T10:00:00Z", "deadline_ms": 1005}
        {"call_id": "t_cccccccccc", "agent": "x", "tool": "y", "args": {}, "ts": "2026-06-01T10:00:01Z", "deadline_ms": 500}
        {"call_id": "t_cccccccccc", "ok": true, "result": {}, "error": null, "latency_ms": 5}
        {"call_id": "t_dddddddddd", "agent": "x", "tool": "y", "args": {}, "ts": "2026-06-01T10:00:01Z", "deadline_ms": 50}
    `,
    {},
    RULES,
  );
});

test('results in a log beside', () => {
  expectDrawnProblems(
    'calls.jsonl',
    `
        {"call_id": "t_aaaaaaaaaa", "agent": "x", "tool": "y", "args": {}, "ts": "2026-06-01T10:00:00Z", "deadline_ms": 500}
      //            ^^^^^^^^^^^^^^ toolcall/call-without-result
        {"call_id": "t_bbbbbbbbbb", "agent": "x", "tool": "y", "args": {}, "ts": "2026-06-01T10:00:01Z", "deadline_ms": 500}
    `,
    {
      files: {
        'results.jsonl': '{"call_id": "t_bbbbbbbbbb", "ok": true, "result": {}, "error": null, "latency_ms": 1}',
      },
    },
    RULES,
  );
});

test('without a single result they are kept elsewhere; a call alone is not late', () => {
  expectDrawnProblems('calls.jsonl', `${LATE}\n${NEXT}`, {}, RULES);
  expectDrawnProblems('calls.json', LATE, {}, RULES);
});

test('of two calls with one id nobody knows which was answered', () => {
  const result = '{"call_id": "t_aaaaaaaaaa", "ok": true, "result": {}, "error": null, "latency_ms": 1}';
  expectDrawnProblems('calls.jsonl', `${LATE}\n${LATE}\n${result}\n${NEXT}`, {}, RULES);
});
