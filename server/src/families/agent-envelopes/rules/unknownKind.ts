import { defineRule } from '../../../rules/defineRule';
import { eachDeclaredWith, hasSlot } from '../../../slots/schemaPaths';
import { nearestWord } from '../../../text/similarNames';

export default defineRule({
  id: 'agent-envelopes/unknown-kind',
  severity: 'warning',
  fix: 'writes the kind that was meant',
  check({ value, kind, known }, report) {
    eachDeclaredWith(hasSlot('kind'), kind.schema, value, (pathHere, _, found) => {
      if (typeof found !== 'string' || known.kinds.includes(found)) return;
      const path = pathHere();
      const meant = nearestWord(found, known.kinds);
      const instead = meant ? `did you mean "${meant}"?` : `the kinds are ${known.kinds.join(', ')}.`;
      const message = `"${found.slice(0, 60)}" is not a kind of envelope; ${instead}`;
      const fixes = meant ? [{ title: `Change to "${meant}"`, do: 'set' as const, path, value: meant }] : [];
      report({ path, message, fixes });
    });
  },
});
