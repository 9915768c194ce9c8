import { test } from 'vitest';
import { expectDrawnProblems } from '../../../kit/expectDrawnProblems';

test('a second return after one input', () => {
  expectDrawnProblems(
    'log.jsonl',
    `
        {"context": {"feature_id": "f", "workflow": "w", "iteration": 1}, "paths": {}, "task": {"mode": "create", "params": {}}}
        {"success": true, "artifacts": [], "state_updates": {}, "next_recommendation": "proceed"}
        {"success": false, "artifacts": [], "state_updates": {}, "next_recommendation": "retry"}
      //^ workflow-primitives/return-without-input warning: answers no input
        {"context": {"feature_id": "f", "workflow": "w", "iteration": 1}, "paths": {}, "task": {"mode": "create", "params": {}}}
        {"success": true, "artifacts": [], "state_updates": {}, "next_recommendation": "proceed"}
    `,
    {},
    ['workflow-primitives/return-without-input', 'agent-protocol/output-without-input'],
  );
});
