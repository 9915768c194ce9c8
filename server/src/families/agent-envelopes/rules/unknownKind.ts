import { defineRule } from '../../../rules/defineRule';
import { t } from '../../../shared/l10n';
import { eachDeclaredWith, hasSlot } from '../../../slots/schemaPaths';
import { nearestWord } from '../../../text/similarNames';

/** Reports settings that associate files with a kind of envelope that does not exist. */
export default defineRule({
  id: 'agent-envelopes/unknown-kind',
  severity: 'warning',
  fix: 'writes the kind that was meant',
  check({ value, kind, known }, report) {
    eachDeclaredWith(hasSlot('kind'), kind.schema, value, (pathHere, _, found) => {
      if (typeof found !== 'string' || known.kinds.includes(found)) return;
      const path = pathHere();
      const meant = nearestWord(found, known.kinds);
      const shown = found.slice(0, 60);
      const message = meant
        ? t`"${shown}" is not a kind of envelope; did you mean "${meant}"?`
        : t`"${shown}" is not a kind of envelope; the kinds are ${known.kinds.join(', ')}.`;
      const fixes = meant ? [{ title: t`Change to "${meant}"`, do: 'set' as const, path, value: meant }] : [];
      report({ path, message, fixes });
    });
  },
});
