import { expect, test } from 'vitest';
import { expectDrawnProblems } from '../../../kit/expectDrawnProblems';
import { expectFixesClear } from '../../../kit/expectFixesClear';

const RULE = 'agent-io/zone-not-utc';
const RULES = [RULE];

test('a time of another zone', () => {
  expectDrawnProblems(
    'a.jsonl',
    `
        {"level": "INFO", "component": "WorkerAgent", "event": "e", "message": "m", "timestamp": "2026-06-01T12:00:00+02:00"}
      //                                                                                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^ agent-io/zone-not-utc info: zone +02:00; the same moment is 2026-06-01T10:00:00Z.
        {"level": "INFO", "component": "WorkerAgent", "event": "e", "message": "m", "timestamp": "2026-06-01T10:00:00.120-05:30"}
      //                                                                                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ agent-io/zone-not-utc info: 2026-06-01T15:30:00.120Z.
        {"level": "INFO", "component": "WorkerAgent", "event": "e", "message": "m", "timestamp": "2026-06-01T12:00:00Z"}
        {"level": "INFO", "component": "WorkerAgent", "event": "e", "message": "m", "timestamp": "2026-06-01T12:00:00+00:00"}
        {"level": "INFO", "component": "WorkerAgent", "event": "e", "message": "m", "timestamp": "2026-06-01T12:00:00.5-00:00"}
        {"level": "INFO", "component": "WorkerAgent", "event": "e", "message": "m", "timestamp": "2026-06-01T12:00:00"}
        {"level": "INFO", "component": "WorkerAgent", "event": "e", "message": "m", "timestamp": "2026-06-01"}
        {"level": "INFO", "component": "WorkerAgent", "event": "e", "message": "m", "timestamp": "2026-99-99T12:00:00+02:00"}
    `,
    {},
    RULES,
  );
});

test('not in other protocols', () => {
  expectDrawnProblems(
    'a.json',
    `
        {"call_id": "t_4k7m2p9x1c", "agent": "comms", "tool": "x", "args": {}, "ts": "2026-06-01T07:30:00+02:00", "confirm_required": true}
    `,
    {},
    RULES,
  );
});

test('its fix', () => {
  expect(
    expectFixesClear(
      RULE,
      '{"level": "INFO", "component": "WorkerAgent", "event": "e", "message": "m", "timestamp": "2026-06-01T12:00:00+02:00"}',
    ),
  ).toEqual(['Change to 2026-06-01T10:00:00Z']);
});
