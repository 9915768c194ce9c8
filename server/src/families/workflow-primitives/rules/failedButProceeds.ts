import { defineRule } from '../../../rules/defineRule';
import { failedButProceeds } from '../../failedButProceeds';

export default defineRule({
  id: 'workflow-primitives/failed-but-proceeds',
  severity: 'warning',
  fix: 'recommends `retry` or `escalate`',
  check({ value }, report) {
    failedButProceeds(value, 'next_recommendation').forEach(report);
  },
});
