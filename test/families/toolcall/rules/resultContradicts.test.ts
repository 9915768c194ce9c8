import { expect, test } from 'vitest';
import { expectDrawnProblems } from '../../../kit/expectDrawnProblems';
import { expectFixesClear } from '../../../kit/expectFixesClear';

const RULE = 'toolcall/result-contradicts';
const RULES = [RULE];

test('ok with an error, and not ok without one', () => {
  expectDrawnProblems(
    'a.jsonl',
    `
        {"call_id": "t_4k7m2p9x1c", "ok": true, "result": null, "latency_ms": 1, "error": "late"}
      //                                  ^^^^ toolcall/result-contradicts warning: there is an error: "late"
        {"call_id": "t_4k7m2p9x1c", "ok": false, "result": null, "latency_ms": 1, "error": null}
      //                                  ^^^^^ toolcall/result-contradicts warning: does not say why
        {"call_id": "t_4k7m2p9x1c", "ok": false, "result": null, "latency_ms": 1}
      //                                  ^^^^^ toolcall/result-contradicts
        {"call_id": "t_4k7m2p9x1c", "ok": false, "result": {}, "latency_ms": 1, "error": " "}
      //                                  ^^^^^ toolcall/result-contradicts
        {"call_id": "t_4k7m2p9x1c", "ok": true, "result": {}, "latency_ms": 1, "error": null}
        {"call_id": "t_4k7m2p9x1c", "ok": true, "result": {}, "latency_ms": 1, "error": ""}
        {"call_id": "t_4k7m2p9x1c", "ok": false, "result": null, "latency_ms": 1, "error": "late"}
        {"call_id": "t_4k7m2p9x1c", "ok": false, "result": null, "latency_ms": 1, "error": 7}
        {"call_id": "t_4k7m2p9x1c", "ok": "perhaps", "result": null, "latency_ms": 1, "error": null}
    `,
    {},
    RULES,
  );
});

test('its fixes', () => {
  expect(
    expectFixesClear(RULE, '{"call_id": "t_4k7m2p9x1c", "ok": true, "result": null, "latency_ms": 1, "error": "late"}'),
  ).toEqual(['Change "ok" to false']);
  expect(
    expectFixesClear(RULE, '{"call_id": "t_4k7m2p9x1c", "ok": true, "result": {}, "latency_ms": 1, "error": "late"}'),
  ).toEqual(['Change "ok" to false', 'Change "error" to null']);
  expect(
    expectFixesClear(
      RULE,
      '{"call_id": "t_4k7m2p9x1c", "ok": false, "result": {"a": 1}, "latency_ms": 1, "error": null}',
    ),
  ).toEqual(['Change "ok" to true']);
  expect(
    expectFixesClear(RULE, '{"call_id": "t_4k7m2p9x1c", "ok": false, "result": null, "latency_ms": 1, "error": null}'),
  ).toEqual([]);
});
