import { expect, test } from 'vitest';
import { check } from '../../../kit/check';
import { fixesClear } from '../../../kit/fixesClear';

const RULE = 'agent-io/zone-not-utc';
const RULES = [RULE];

test('a time of another zone', () => {
  check(
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
  check(
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
    fixesClear(
      RULE,
      '{"level": "INFO", "component": "WorkerAgent", "event": "e", "message": "m", "timestamp": "2026-06-01T12:00:00+02:00"}',
    ),
  ).toEqual(['Change to 2026-06-01T10:00:00Z']);
});
