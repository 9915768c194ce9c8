import type { Finding } from '../../../model/rule';
import { defineRule } from '../../../rules/defineRule';
import { visitSlotKeys } from '../../../rules/visitSlotKeys';
import { eachDeclaredWith } from '../../../slots/eachDeclared';
import { hasSlot } from '../../../slots/schemaPathsTo';
import { globError } from '../../../text/glob/globError';

export default defineRule({
  id: 'agent-envelopes/bad-glob',
  severity: 'warning',
  check({ value, kind }, report) {
    const look = (glob: string, place: Pick<Finding, 'path' | 'on'>) => {
      const fault = globError(glob);
      if (fault) report({ ...place, message: `"${glob.slice(0, 60)}" ${fault}.` });
    };
    visitSlotKeys('glob', { value, kind }, (path, key) => look(key, { path, on: 'key' }));
    eachDeclaredWith(hasSlot('glob'), kind.schema, value, (pathHere, _, found) => {
      if (typeof found === 'string') look(found, { path: pathHere() });
    });
  },
});
