import { test } from 'vitest';
import { check } from '../../../kit/check';

const RULES = ['agent-message/time-goes-back'];

test('a message that is earlier than the one before it in its workflow', () => {
  check(
    'log.jsonl',
    `
        {"id": "m1", "timestamp": "2026-06-01T10:00:00Z", "from": "build", "to": "conductor", "context": {"workflowId": "w"}, "payload": {"confidence": 1}}
        {"id": "m2", "timestamp": "2026-06-01T09:00:00Z", "from": "build", "to": "conductor", "context": {"workflowId": "other"}, "payload": {"confidence": 1}}
        {"id": "m3", "timestamp": "2026-06-01T09:59:59Z", "from": "build", "to": "conductor", "context": {"workflowId": "w"}, "payload": {"confidence": 1}}
      //                          ^^^^^^^^^^^^^^^^^^^^^^ agent-message/time-goes-back warning: (line 1)
        {"id": "m4", "timestamp": "2026-06-01T12:59:59+03:00", "from": "build", "to": "conductor", "context": {"workflowId": "w"}, "payload": {"confidence": 1}}
        {"checkpointId": "c1", "workflowId": "w", "timestamp": "2026-06-01T09:00:00Z", "stage": "s", "response": "approve", "responseTime": "00:00:01", "notes": null}
      //                                                       ^^^^^^^^^^^^^^^^^^^^^^ agent-message/time-goes-back
    `,
    {},
    RULES,
  );
});

test('files stand in no order', () => {
  const at = (hour: string) =>
    `{"id": "m${hour}", "timestamp": "2026-06-01T${hour}:00:00Z", "from": "build", "to": "conductor", "context": {"workflowId": "w"}, "payload": {"confidence": 1}}`;
  check('b.json', at('09'), { files: { 'a.json': at('10') } }, RULES);
});
