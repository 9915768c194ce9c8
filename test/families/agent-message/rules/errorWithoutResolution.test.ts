import { expect, test } from 'vitest';
import { expectDrawnProblems } from '../../../kit/expectDrawnProblems';
import { expectFixesClear } from '../../../kit/expectFixesClear';

const RULE = 'agent-message/error-without-resolution';
const RULES = [RULE];

test('an error that says no way out', () => {
  expectDrawnProblems(
    'a.jsonl',
    `
        {"from": "fix", "to": "conductor", "payload": {"output": null, "confidence": 0}, "issues": [{"severity": "error", "message": "x"}]}
      //                                                                                                         ^^^^^^^ agent-message/error-without-resolution warning: what would solve it
        {"from": "fix", "to": "conductor", "payload": {"output": null, "confidence": 0}, "issues": [{"severity": "error", "message": "x", "resolution": ""}]}
      //                                                                                                         ^^^^^^^ agent-message/error-without-resolution
        {"from": "fix", "to": "conductor", "payload": {"output": null, "confidence": 0}, "issues": [{"severity": "error", "message": "x", "resolution": "Ask"}]}
        {"from": "fix", "to": "conductor", "payload": {"output": null, "confidence": 0}, "issues": [{"severity": "warning", "message": "x"}]}
        {"from": "fix", "to": "conductor", "payload": {"output": null, "confidence": 0}, "issues": [{"severity": "error", "message": "x", "resolution": 7}]}
    `,
    {},
    RULES,
  );
});

test('a misspelt key is one problem', () => {
  expectDrawnProblems(
    'a.json',
    `
        {"from": "fix", "to": "conductor", "payload": {"output": null, "confidence": 0}, "issues": [{"severity": "error", "message": "x", "resolutoin": "x"}]}
    `,
    {},
    RULES,
  );
});

test('its fixes', () => {
  expect(
    expectFixesClear(
      RULE,
      '{"from": "fix", "to": "conductor", "payload": {"output": null, "confidence": 0}, "issues": [{"severity": "error", "message": "x"}]}',
    ),
  ).toEqual(['Add a "resolution" to complete']);
  expect(
    expectFixesClear(
      RULE,
      '{"from": "fix", "to": "conductor", "payload": {"output": null, "confidence": 0}, "issues": [{"severity": "error", "message": "x", "resolution": " "}]}',
    ),
  ).toEqual(['Add a "resolution" to complete']);
});
