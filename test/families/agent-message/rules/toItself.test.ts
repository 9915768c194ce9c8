import { expect, test } from 'vitest';
import { check } from '../../../kit/check';
import { fixesClear } from '../../../kit/fixesClear';

const RULE = 'agent-message/to-itself';
const RULES = [RULE];

test('a message to its sender', () => {
  check(
    'a.json',
    `
        {"from": "build", "to": "build", "payload": {"confidence": 1}}
      //                        ^^^^^^^ agent-message/to-itself warning: "build" writes to itself
    `,
    {},
    RULES,
  );
  check(
    'a.json',
    `
        {"from": "build", "to": "fix", "payload": {"confidence": 1}}
    `,
    {},
    RULES,
  );
  check(
    'a.json',
    `
        {"from": "conductor", "to": "build", "payload": {"confidence": 1}}
    `,
    {},
    RULES,
  );
});

test('its fix', () => {
  expect(fixesClear(RULE, '{"from": "build", "to": "build", "payload": {"confidence": 1}}')).toEqual([
    'Send it to "conductor"',
  ]);
  expect(fixesClear(RULE, '{"from": "conductor", "to": "conductor", "payload": {"confidence": 1}}')).toEqual([]);
});
