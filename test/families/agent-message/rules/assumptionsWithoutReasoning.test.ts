import { expect, test } from 'vitest';
import { expectDrawnProblems } from '../../../kit/expectDrawnProblems';
import { expectFixesClear } from '../../../kit/expectFixesClear';

const RULE = 'agent-message/assumptions-without-reasoning';
const RULES = [RULE];

test('assumptions that nobody names', () => {
  expectDrawnProblems(
    'a.jsonl',
    `
        {"from": "fix", "to": "conductor", "intent": "bug", "payload": {"confidence": 0.7}}
      //                                                                              ^^^ agent-message/assumptions-without-reasoning warning: state them in "reasoning"
        {"from": "fix", "to": "conductor", "intent": "bug", "payload": {"confidence": 0.85, "reasoning": " "}}
      //                                                                              ^^^^ agent-message/assumptions-without-reasoning
        {"from": "fix", "to": "conductor", "intent": "bug", "payload": {"confidence": 0.9}}
        {"from": "fix", "to": "conductor", "intent": "bug", "payload": {"confidence": 0.69}}
        {"from": "fix", "to": "conductor", "intent": "bug", "payload": {"confidence": 0.8, "reasoning": "Assumes UTF-8"}}
        {"from": "fix", "to": "conductor", "intent": "bug", "payload": {"confidence": 0.8, "reasoning": 7}}
    `,
    {},
    RULES,
  );
});

test('a misspelt key is one problem', () => {
  expectDrawnProblems(
    'a.json',
    `
        {"from": "fix", "to": "conductor", "payload": {"confidence": 0.8, "reasonning": "x"}}
    `,
    {},
    RULES,
  );
});

test('its fixes', () => {
  expect(
    expectFixesClear(RULE, '{"from": "fix", "to": "conductor", "intent": "bug", "payload": {"confidence": 0.8}}'),
  ).toEqual(['Add a "reasoning" to complete']);
  expect(
    expectFixesClear(
      RULE,
      '{"from": "fix", "to": "conductor", "intent": "bug", "payload": {"confidence": 0.8, "reasoning": ""}}',
    ),
  ).toEqual(['Add a "reasoning" to complete']);
});
