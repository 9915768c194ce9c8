import { expect, test } from 'vitest';
import { expectDrawnProblems } from '../../../kit/expectDrawnProblems';
import { expectFixesClear } from '../../../kit/expectFixesClear';

const RULE = 'agent-message/handoff-to-itself';
const RULES = [RULE];

test('an agent that goes on itself', () => {
  expectDrawnProblems(
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
    expectFixesClear(
      RULE,
      '{"from": "build", "to": "conductor", "payload": {"confidence": 1}, "handoff": {"nextAgent": "build", "instructions": "x"}}',
    ),
  ).toEqual(['Remove the handoff']);
});
