import { defineRunRule } from '../defineRunRule';
import { describeLocation } from '../runEnvelopes/describeLocation';
import { envelopesByFile } from '../runEnvelopes/envelopesByFile';

/** Of inputs of both protocols of workflows: they tell of the same runs. */
export const iterationGoesBack = defineRunRule({
  id: 'envelope/iteration-goes-back',
  severity: 'warning',
  docs: `An input is of an earlier iteration than the input before it. \`iteration\` counts the rounds of a workflow over a
feature, so in a log it grows or stays. An input with a lower one than the input before is sorted among the steps of a
round that is over, and the limit of rounds is reached too late. A workflow that begins anew, with 1, is fine.

**Good:**

\`\`\`jsonl
{"context": {"feature_id": "005-invites", "workflow": "specify", "iteration": 2}, "paths": {}, "task": {"action": "validate", "params": {}}}
{"context": {"feature_id": "005-invites", "workflow": "specify", "iteration": 3}, "paths": {}, "task": {"action": "validate", "params": {}}}
\`\`\`

**Bad:**

\`\`\`jsonl
{"context": {"feature_id": "005-invites", "workflow": "specify", "iteration": 3}, "paths": {}, "task": {"action": "validate", "params": {}}}
{"context": {"feature_id": "005-invites", "workflow": "specify", "iteration": 2}, "paths": {}, "task": {"action": "validate", "params": {}}}
\`\`\`

Take the iteration from the state registry, which counts it.

Source: Agent Protocol, "context.iteration".`,
  check(run, report) {
    for (const envelopes of envelopesByFile(run)) {
      const inputs = envelopes.filter(
        ({ draft, file }) => file.isLog && draft.side === 'ask' && draft.order !== undefined,
      );
      for (const [index, at] of inputs.entries()) {
        const before = inputs[index - 1];
        const [order = 0, last = 0] = [at.draft.order, before?.draft.order];
        if (!before || order >= last || order <= 1) continue;
        report({
          at,
          path: ['context', 'iteration'],
          message: `Iteration ${order} comes after ${last} of the same workflow (${describeLocation(before, at)}); rounds count up.`,
        });
      }
    }
  },
});
