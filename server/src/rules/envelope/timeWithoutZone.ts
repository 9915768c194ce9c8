import { eachDeclaredWith } from '../../slots/eachDeclared';
import { hasSlot } from '../../slots/schemaPathsTo';
import { defineRule } from '../defineRule';

const isTime = hasSlot('time');
const OTHER_ZONE = /[+-](?!00:?00)\d\d:?\d\d$/;
/** A date-time without a zone. */
export const WITHOUT_ZONE = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/;

export default defineRule({
  id: 'envelope/time-without-zone',
  severity: 'warning',
  comparesElements: 'details',
  fix: 'adds `Z`, for UTC',
  check({ value, kind, where }, report) {
    const zones: string[] = [];
    eachDeclaredWith(isTime, kind.schema, value, (_, __, found) => {
      if (typeof found === 'string') zones.push(...(OTHER_ZONE.exec(found) ?? []));
    });
    // The fix is uncertain if other times in the file are not in UTC.
    const certain = where === 'file' && zones.length === 0;
    eachDeclaredWith(isTime, kind.schema, value, (path, _, found) => {
      if (typeof found !== 'string' || !WITHOUT_ZONE.test(found)) return;
      const fixed = `${found.replace(' ', 'T')}Z`;
      report({
        path,
        message: `"${path.at(-1)}" has no zone; if it is UTC, write ${fixed}.`,
        fixes: [{ title: 'Add Z, for UTC', do: 'set', path, value: fixed, ...(certain && { certain }) }],
      });
    });
  },
});
