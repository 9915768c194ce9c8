import { test } from 'vitest';
import { expectDrawnProblems } from '../../../kit/expectDrawnProblems';

const RULES = ['toolcall/late-result'];

test('results that came when nobody waited any more', () => {
  expectDrawnProblems(
    'calls.jsonl',
    `
        {"call_id": "t_aaaaaaaaaa", "agent": "x", "tool": "y", "args": {}, "deadline_ms": 500}
        {"call_id": "t_aaaaaaaaaa", "ok": true, "result": {}, "error": null, "latency_ms": 500.5}
      //                                                                                   ^^^^^ toolcall/late-result warning: took 500.5 ms; its call waited 500 ms
        {"call_id": "t_bbbbbbbbbb", "agent": "x", "tool": "y", "args": {}, "deadline_ms": 500}
        {"call_id": "t_bbbbbbbbbb", "ok": true, "result": {}, "error": null, "latency_ms": 500}
        {"call_id": "t_cccccccccc", "agent": "x", "tool": "y", "args": {}}
        {"call_id": "t_cccccccccc", "ok": true, "result": {}, "error": null, "latency_ms": 50000}
        {"call_id": "t_dddddddddd", "agent": "x", "tool": "y", "args": {}, "deadline_ms": 500}
        {"call_id": "t_dddddddddd", "ok": false, "result": null, "error": "timeout after 500 ms", "latency_ms": 501}
    `,
    {},
    RULES,
  );
});

test('a call in a file beside', () => {
  expectDrawnProblems(
    'a.result.json',
    `
        {"call_id": "t_aaaaaaaaaa", "ok": true, "result": {}, "error": null, "latency_ms": 900}
      //                                                                                   ^^^ toolcall/late-result
    `,
    {
      files: {
        'b.call.json': '{"call_id": "t_aaaaaaaaaa", "agent": "x", "tool": "y", "args": {}, "deadline_ms": 500}',
      },
    },
    RULES,
  );
});
