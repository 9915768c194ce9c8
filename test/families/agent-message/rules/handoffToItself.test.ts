import { expect, test } from 'vitest';
import { check } from '../../../kit/check';
import { fixesClear } from '../../../kit/fixesClear';

const RULE = 'agent-message/handoff-to-itself';
const RULES = [RULE];

test('an agent that goes on itself', () => {
  check(
    'a.jsonl',
    `
        {"from": "build", "to": "conductor", "payload": {"confidence": 1}, "handoff": {"nextAgent": "build", "instructions": "x"}}
      //                                                                                            ^^^^^^^ agent-message/handoff-to-itself warning: "build" hands over to itself
        {"from": "build", "to": "conductor", "payload": {"confidence": 1}, "handoff": {"nextAgent": "review", "instructions": "x"}}
        {"from": "conductor", "to": "conductor", "payload": {"confidence": 1}, "handoff": {"nextAgent": "build", "instructions": "x"}}
    `,
    {},
    RULES,
  );
});

test('its fix', () => {
  expect(
    fixesClear(
      RULE,
      '{"from": "build", "to": "conductor", "payload": {"confidence": 1}, "handoff": {"nextAgent": "build", "instructions": "x"}}',
    ),
  ).toEqual(['Remove the handoff']);
});
