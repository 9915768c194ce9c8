import { test } from 'vitest';
import { expectDrawnProblems } from '../../../kit/expectDrawnProblems';

const RULES = ['agent-message/time-goes-back'];

test('a message that is earlier than the one before it in its workflow', () => {
  expectDrawnProblems(
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
  expectDrawnProblems('b.json', at('09'), { files: { 'a.json': at('10') } }, RULES);
});

const at = (id: number, time: string) =>
  `{"id": "m${id}", "timestamp": "2026-06-01T${time}", "from": "build", "to": "conductor", "context": {"workflowId": "w"}, "payload": {"confidence": 1}}`;

test.each([
  ['as exact as it is written', ['09:12:44.500Z', '09:12:44Z', '09:12:44.200Z', '09:12Z']],
  [
    'without a zone beside others that have one',
    ['09:00:00+02:00', '09:05:00', '09:10:00+02:00', '07:05:00', '07:11:00Z'],
  ],
])('a time %s', (_, times) => {
  expectDrawnProblems('log.jsonl', times.map((time, index) => at(index, time)).join('\n'), {}, RULES);
});

test('where some have no zone the others are held against each other, and those as well', () => {
  expectDrawnProblems(
    'log.jsonl',
    `
        ${at(1, '09:00:00Z')}
        ${at(2, '11:05:00')}
        ${at(3, '08:00:00Z')}
      //                          ^^^^^^^^^^^^^^^^^^^^^^ agent-message/time-goes-back warning: (line 1)
    `,
    {},
    RULES,
  );
  expectDrawnProblems(
    'log.jsonl',
    `
        ${at(1, '09:00:00')}
        ${at(2, '08:00:00')}
      //                          ^^^^^^^^^^^^^^^^^^^^^ agent-message/time-goes-back
    `,
    {},
    RULES,
  );
});
