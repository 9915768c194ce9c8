import { defineRule } from '../../../rules/defineRule';
import { atPath } from '../../../text/pointer';

export default defineRule({
  id: 'agent-protocol/no-feature',
  severity: 'warning',
  check({ value }, report) {
    const path = ['context', 'feature_id'];
    const action = atPath(value, ['task', 'action']);
    if (atPath(value, path) !== null || typeof action !== 'string' || action === 'scaffold') return;
    report({ path, message: `"feature_id" is null, which is right for "scaffold" only; name the feature.` });
  },
});
