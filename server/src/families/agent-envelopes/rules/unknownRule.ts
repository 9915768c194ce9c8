import { defineRule, visitSlotKeys } from '../../../rules/defineRule';
import { ruleNameFault } from '../../../rules/ruleNames';
import { t } from '../../../shared/l10n';

/** Reports settings that set the severity of a rule that does not exist. */
export default defineRule({
  id: 'agent-envelopes/unknown-rule',
  severity: 'warning',
  fix: 'writes the rule that was meant',
  check({ value, kind, known }, report) {
    visitSlotKeys('rule', { value, kind }, (path, key) => {
      const fault = ruleNameFault(key, known.rules);
      if (!fault) return;
      const { message, meant } = fault;
      const fixes =
        meant === undefined ? [] : [{ title: t`Change to "${meant}"`, do: 'rename' as const, path, to: meant }];
      report({ path, on: 'key', message, fixes });
    });
  },
});
