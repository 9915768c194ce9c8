import { test } from 'vitest';
import { expectDrawnProblems } from '../../../kit/expectDrawnProblems';

const RULES = ['agent-message/duplicate-id'];

test('an id that was given before in its workflow', () => {
  expectDrawnProblems(
    'log.jsonl',
    `
        {"id": "m1", "from": "build", "to": "conductor", "context": {"workflowId": "w"}, "payload": {"confidence": 1}}
        {"id": "m1", "from": "build", "to": "conductor", "context": {"workflowId": "other"}, "payload": {"confidence": 1}}
        {"id": "m1", "from": "review", "to": "conductor", "context": {"workflowId": "w"}, "payload": {"confidence": 1}}
      //       ^^^^ agent-message/duplicate-id warning: "m1" is already the id of another message (line 1)
        {"from": "review", "to": "conductor", "context": {"workflowId": "w"}, "payload": {"confidence": 1}}
        {"from": "review", "to": "conductor", "context": {"workflowId": "w"}, "payload": {"confidence": 1}}
    `,
    {},
    RULES,
  );
});

const ONE =
  '{"id": "m1", "from": "build", "to": "conductor", "context": {"workflowId": "w"}, "payload": {"confidence": 1}}';

test('in a file beside; a copy of the same message is no other', () => {
  expectDrawnProblems(
    'b.json',
    `
        {"id": "m1", "from": "review", "to": "conductor", "context": {"workflowId": "w"}, "payload": {"confidence": 1}}
      //       ^^^^ agent-message/duplicate-id warning: (a.json)
    `,
    { files: { 'a.json': ONE } },
    RULES,
  );
  expectDrawnProblems('b.json', ONE, { files: { 'a.json': ONE } }, RULES);
});
