import { expect, test } from 'vitest';
import { expectDrawnProblems } from '../../../kit/expectDrawnProblems';
import { expectFixesClear } from '../../../kit/expectFixesClear';

const RULE = 'agent-message/unsure-without-review';
const RULES = [RULE];

test('an uncertain output that nobody is to look at', () => {
  expectDrawnProblems(
    'a.json',
    `
        {"from": "fix", "to": "conductor", "payload": {"confidence": 0.6, "needsReview": false}}
      //                                                                                 ^^^^^ agent-message/unsure-without-review warning: "confidence" is 0.6, so "needsReview" should be true.
    `,
    {},
    RULES,
  );
  expectDrawnProblems(
    'a.jsonl',
    `
        {"from": "fix", "to": "conductor", "payload": {"confidence": 0.5}}
      //                                                             ^^^ agent-message/unsure-without-review warning: add "needsReview": true
        {"from": "fix", "to": "conductor", "payload": {"confidence": 0.7, "needsReview": false}}
        {"from": "fix", "to": "conductor", "payload": {"confidence": 0.49, "needsReview": false}}
        {"from": "fix", "to": "conductor", "payload": {"confidence": 0.6, "needsReview": true}}
        {"from": "fix", "to": "conductor", "payload": {"confidence": 0.6, "needsReview": "yes"}}
    `,
    {},
    RULES,
  );
});

test('a misspelt key is one problem', () => {
  expectDrawnProblems(
    'a.json',
    `
        {"from": "fix", "to": "conductor", "payload": {"confidence": 0.6, "needReview": true}}
    `,
    {},
    RULES,
  );
});

test('its fixes', () => {
  expect(
    expectFixesClear(RULE, '{"from": "fix", "to": "conductor", "payload": {"confidence": 0.6, "needsReview": false}}'),
  ).toEqual(['Have it reviewed']);
  expect(
    expectFixesClear(RULE, '{"from": "fix", "to": "conductor", "payload": {"confidence": 0.6}}', { name: 'a.jsonl' }),
  ).toEqual(['Have it reviewed']);
});
