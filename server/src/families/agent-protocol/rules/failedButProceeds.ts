import { defineRule } from '../../../rules/defineRule';
import { failedButProceeds } from '../../failedButProceeds';

export default defineRule({
  id: 'agent-protocol/failed-but-proceeds',
  severity: 'warning',
  fix: 'recommends `retry` or `escalate`',
  check({ value }, report) {
    failedButProceeds(value, 'recommendation').forEach(report);
  },
});
