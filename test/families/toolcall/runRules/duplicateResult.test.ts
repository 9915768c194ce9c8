import { test } from 'vitest';
import { expectDrawnProblems } from '../../../kit/expectDrawnProblems';

const RULES = ['toolcall/duplicate-result'];

test('a call that is answered twice', () => {
  expectDrawnProblems(
    'calls.jsonl',
    `
        {"call_id": "t_aaaaaaaaaa", "agent": "x", "tool": "y", "args": {}}
        {"call_id": "t_aaaaaaaaaa", "ok": true, "result": {}, "error": null, "latency_ms": 1}
        {"call_id": "t_bbbbbbbbbb", "agent": "x", "tool": "y", "args": {}}
        {"call_id": "t_aaaaaaaaaa", "ok": true, "result": {}, "error": null, "latency_ms": 2}
      //            ^^^^^^^^^^^^^^ toolcall/duplicate-result warning: already has a result (line 2)
        {"call_id": "t_bbbbbbbbbb", "ok": true, "result": {}, "error": null, "latency_ms": 1}
        {"call_id": "t_cccccccccc", "ok": true, "result": {}, "error": null, "latency_ms": 1}
    `,
    {},
    RULES,
  );
});

test('two calls of one id have two results', () => {
  expectDrawnProblems(
    'calls.jsonl',
    `
        {"call_id": "t_aaaaaaaaaa", "agent": "x", "tool": "y", "args": {}}
        {"call_id": "t_aaaaaaaaaa", "agent": "x", "tool": "y", "args": {}}
        {"call_id": "t_aaaaaaaaaa", "ok": true, "result": {}, "error": null, "latency_ms": 1}
        {"call_id": "t_aaaaaaaaaa", "ok": true, "result": {}, "error": null, "latency_ms": 2}
    `,
    {},
    RULES,
  );
});

test('results in a log beside', () => {
  expectDrawnProblems(
    'results.jsonl',
    `
        {"call_id": "t_aaaaaaaaaa", "ok": true, "result": {}, "error": null, "latency_ms": 1}
        {"call_id": "t_aaaaaaaaaa", "ok": false, "result": null, "error": "x", "latency_ms": 1}
      //            ^^^^^^^^^^^^^^ toolcall/duplicate-result warning: (line 1)
    `,
    { files: { 'calls.jsonl': '{"call_id": "t_aaaaaaaaaa", "agent": "x", "tool": "y", "args": {}}' } },
    RULES,
  );
});
