import { test } from 'vitest';
import { check } from '../../../kit/check';

const RULES = ['agent-protocol/output-without-input'];
const OUTPUT = '{"success": true, "summary": "s", "artifacts": [], "notes": [], "recommendation": "proceed"}';

test('a second output after one input', () => {
  check(
    'log.jsonl',
    `
        {"success": true, "summary": "cut", "artifacts": [], "notes": [], "recommendation": "proceed"}
        {"context": {"feature_id": "f", "workflow": "w", "iteration": 1}, "paths": {}, "task": {"action": "validate", "params": {}}}
        {"success": true, "summary": "one", "artifacts": [], "notes": [], "recommendation": "proceed"}
        {"success": true, "summary": "two", "artifacts": [], "notes": [], "recommendation": "proceed"}
      //^ agent-protocol/output-without-input warning: answers no input
    `,
    {},
    RULES,
  );
});

test('outputs alone', () => {
  check('log.jsonl', `${OUTPUT}\n${OUTPUT}`, {}, RULES);
  check('a.output.json', OUTPUT, {}, RULES);
});
