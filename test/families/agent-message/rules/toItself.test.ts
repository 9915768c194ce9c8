import { expect, test } from 'vitest';
import { expectDrawnProblems } from '../../../kit/expectDrawnProblems';
import { expectFixesClear } from '../../../kit/expectFixesClear';

const RULE = 'agent-message/to-itself';
const RULES = [RULE];

test('a message to its sender', () => {
  expectDrawnProblems(
    'a.json',
    `
        {"from": "build", "to": "build", "payload": {"confidence": 1}}
      //                        ^^^^^^^ agent-message/to-itself warning: "build" sends this to itself
    `,
    {},
    RULES,
  );
  expectDrawnProblems(
    'a.json',
    `
        {"from": "build", "to": "fix", "payload": {"confidence": 1}}
    `,
    {},
    RULES,
  );
  expectDrawnProblems(
    'a.json',
    `
        {"from": "conductor", "to": "build", "payload": {"confidence": 1}}
    `,
    {},
    RULES,
  );
});

test('its fix', () => {
  expect(expectFixesClear(RULE, '{"from": "build", "to": "build", "payload": {"confidence": 1}}')).toEqual([
    'Send it to "conductor"',
  ]);
  expect(expectFixesClear(RULE, '{"from": "conductor", "to": "conductor", "payload": {"confidence": 1}}')).toEqual([]);
});
