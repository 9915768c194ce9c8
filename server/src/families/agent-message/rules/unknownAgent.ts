import { defineRule } from '../../../rules/defineRule';
import { undeclaredNames } from '../../../rules/undeclaredNames';

export default defineRule({
  id: 'agent-message/unknown-agent',
  severity: 'warning',
  fix: 'changes it to the agent that was meant, or adds it to the settings of the folder',
  check({ value, kind, facts }, report) {
    const list = { slot: 'agent', noun: 'agent', declared: facts.agents, setting: 'agents' } as const;
    undeclaredNames({ value, kind }, list).forEach(report);
  },
});
