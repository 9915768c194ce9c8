import { defineRule } from '../../../rules/defineRule';
import { undeclaredNames } from '../../../rules/undeclaredNames';

export default defineRule({
  id: 'agent-message/unknown-intent',
  severity: 'warning',
  fix: 'changes it to the intent that was meant, or adds it to the settings of the folder',
  check({ value, kind, facts }, report) {
    const list = { slot: 'intent', noun: 'intent', declared: facts.intents, setting: 'intents' } as const;
    undeclaredNames({ value, kind }, list).forEach(report);
  },
});
