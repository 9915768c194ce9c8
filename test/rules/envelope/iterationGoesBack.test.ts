import { test } from 'vitest';
import { expectDrawnProblems } from '../../kit/expectDrawnProblems';

test('an iteration after a later one', () => {
  expectDrawnProblems(
    'log.jsonl',
    `
        {"context": {"feature_id": "f", "workflow": "w", "iteration": 3}, "paths": {}, "task": {"action": "validate", "params": {}}}
        {"context": {"feature_id": "f", "workflow": "other", "iteration": 2}, "paths": {}, "task": {"action": "validate", "params": {}}}
        {"context": {"feature_id": "f", "workflow": "w", "iteration": 2, "plugin": "p"}, "paths": {}, "task": {"mode": "create", "params": {}}}
      //                                                              ^ envelope/iteration-goes-back warning: Iteration 2 comes after 3 of the same workflow (line 1)
        {"context": {"feature_id": "f", "workflow": "w", "iteration": 2}, "paths": {}, "task": {"action": "validate", "params": {}}}
        {"context": {"feature_id": "f", "workflow": "w", "iteration": 1}, "paths": {}, "task": {"action": "validate", "params": {}}}
    `,
    {},
    ['envelope/iteration-goes-back'],
  );
});
