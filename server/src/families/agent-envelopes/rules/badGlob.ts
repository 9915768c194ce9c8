import type { Finding } from '../../../model/rule';
import { defineRule, visitSlotKeys } from '../../../rules/defineRule';
import { t } from '../../../shared/l10n';
import { eachDeclaredWith, hasSlot } from '../../../slots/schemaPaths';
import { globError } from '../../../text/glob';

/** Reports a glob in the settings that can't match any file, or could take forever to match. */
export default defineRule({
  id: 'agent-envelopes/bad-glob',
  severity: 'warning',
  check({ value, kind }, report) {
    const look = (glob: string, place: Pick<Finding, 'path' | 'on'>) => {
      const fault = globError(glob);
      if (fault) report({ ...place, message: t`"${glob.slice(0, 60)}" ${fault}.` });
    };
    visitSlotKeys('glob', { value, kind }, (path, key) => look(key, { path, on: 'key' }));
    eachDeclaredWith(hasSlot('glob'), kind.schema, value, (pathHere, _, found) => {
      if (typeof found === 'string') look(found, { path: pathHere() });
    });
  },
});
