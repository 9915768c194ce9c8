import { defineRule } from '../../../rules/defineRule';
import { undeclaredNames } from '../../../rules/undeclaredNames';
import { t } from '../../../shared/l10n';

/** Defines the rule that reports names of agents, or of intents, that neither the protocol nor the folder's settings declare. */
export function undeclaredNameRule(noun: 'agent' | 'intent') {
  const setting = `${noun}s` as const;
  const shown = noun === 'agent' ? t`agent` : t`intent`;
  return defineRule({
    id: `agent-message/unknown-${noun}`,
    severity: 'warning',
    fix: `changes it to the ${noun} that was meant, or adds it to .agent-envelopes.json`,
    check({ value, kind, facts }, report) {
      undeclaredNames({ value, kind }, { slot: noun, noun: shown, declared: facts[setting], setting }).forEach(report);
    },
  });
}
