import { expect, test } from 'vitest';
import { expectDrawnProblems } from '../../../kit/expectDrawnProblems';
import { expectFixesClear } from '../../../kit/expectFixesClear';

const RULE = 'agent-message/confidence-too-low';
const RULES = [RULE];

test('a guess that is handed on', () => {
  expectDrawnProblems(
    'a.json',
    `
        {"from": "fix", "to": "conductor", "payload": {"confidence": 0.3}, "handoff": {"nextAgent": "build", "instructions": "x"}}
      //                                                                                            ^^^^^^^ agent-message/confidence-too-low warning: "confidence" is 0.3, too low to hand this to "build"
    `,
    {},
    RULES,
  );
  expectDrawnProblems(
    'a.jsonl',
    `
        {"from": "fix", "to": "conductor", "payload": {"confidence": 0.49}, "handoff": {"nextAgent": "build", "instructions": "x"}}
      //                                                                                             ^^^^^^^ agent-message/confidence-too-low warning: hand it to "review"
        {"from": "fix", "to": "conductor", "payload": {"confidence": 0.5}, "handoff": {"nextAgent": "build", "instructions": "x"}}
        {"from": "fix", "to": "conductor", "payload": {"confidence": 0}, "handoff": {"nextAgent": "review", "instructions": "x"}}
    `,
    {},
    RULES,
  );
  expectDrawnProblems(
    'a.md',
    `
        # One

        \`\`\`json
        {"from": "fix", "to": "conductor", "payload": {"confidence": 0.1}, "handoff": {"nextAgent": "scope", "instructions": "x"}}
      //                                                                                            ^^^^^^^ agent-message/confidence-too-low
        \`\`\`
    `,
    {},
    RULES,
  );
});

test('not to a review or the user, and not without a handoff', () => {
  expectDrawnProblems(
    'a.json',
    `
        {"from": "fix", "to": "conductor", "payload": {"confidence": 0.3}, "handoff": {"nextAgent": "review", "instructions": "x"}}
    `,
    {},
    RULES,
  );
  expectDrawnProblems(
    'a.json',
    `
        {"from": "fix", "to": "conductor", "payload": {"confidence": 0.3}, "handoff": {"nextAgent": "code-review", "instructions": "x"}}
    `,
    {},
    RULES,
  );
  expectDrawnProblems(
    'a.json',
    `
        {"from": "fix", "to": "conductor", "payload": {"confidence": 0.3}, "handoff": {"nextAgent": "user", "instructions": "x"}}
    `,
    {},
    RULES,
  );
  expectDrawnProblems(
    'a.json',
    `
        {"from": "fix", "to": "conductor", "payload": {"confidence": 0.3}}
    `,
    {},
    RULES,
  );
  expectDrawnProblems(
    'a.json',
    `
        {"from": "fix", "to": "conductor", "payload": {"confidence": "0.3"}, "handoff": {"nextAgent": "build", "instructions": "x"}}
    `,
    {},
    RULES,
  );
  expectDrawnProblems(
    'a.json',
    `
        {"from": "fix", "to": "conductor", "payload": {"confidence": -1}, "handoff": {"nextAgent": "build", "instructions": "x"}}
    `,
    {},
    RULES,
  );
});

test('its fixes', () => {
  expect(
    expectFixesClear(
      RULE,
      '{"from": "fix", "to": "conductor", "payload": {"confidence": 0.3}, "handoff": {"nextAgent": "build", "instructions": "x"}}',
    ),
  ).toEqual(['Hand it to "review"', 'Hand it to nobody']);
  expect(
    expectFixesClear(
      RULE,
      '{"from": "review", "to": "conductor", "payload": {"confidence": 0.3}, "handoff": {"nextAgent": "build", "instructions": "x"}}',
    ),
  ).toEqual(['Hand it to nobody']);
});
