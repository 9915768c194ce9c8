import { defineRule } from '../../../rules/defineRule';
import { atPath } from '../../../text/pointer';

export default defineRule({
  id: 'agent-protocol/no-feature',
  severity: 'warning',
  docs: `The input is about no feature: \`feature_id\` is null. That is right only for the action \`scaffold\`, which makes the
feature. Any other agent looks for files and a registry of a feature that nobody named, and its run can't be told from others.

**Good:**

\`\`\`json
{ "context": { "feature_id": null, "workflow": "specify", "iteration": 1 }, "paths": {}, "task": { "action": "scaffold", "params": {} } }
\`\`\`

**Bad:**

\`\`\`json
{ "context": { "feature_id": null, "workflow": "specify", "iteration": 1 }, "paths": {}, "task": { "action": "validate", "params": {} } }
\`\`\`

Name the feature: \`"feature_id": "012-invoice-export"\`.

Source: Agent Protocol (ADR-007), "context.feature_id", which is null when scaffolding.`,
  check({ value }, report) {
    const path = ['context', 'feature_id'];
    const action = atPath(value, ['task', 'action']);
    if (atPath(value, path) !== null || typeof action !== 'string' || action === 'scaffold') return;
    report({ path, message: `"feature_id" is null, which is right for "scaffold" only; name the feature.` });
  },
});
