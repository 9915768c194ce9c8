import { test } from 'vitest';
import { expectDrawnProblems } from '../../../kit/expectDrawnProblems';

const RULES = ['agent-protocol/output-without-input'];
const OUTPUT = '{"success": true, "summary": "s", "artifacts": [], "notes": [], "recommendation": "proceed"}';

test('a second output after one input', () => {
  expectDrawnProblems(
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
  expectDrawnProblems('log.jsonl', `${OUTPUT}\n${OUTPUT}`, {}, RULES);
  expectDrawnProblems('a.output.json', OUTPUT, {}, RULES);
});
