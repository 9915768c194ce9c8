import type { Path } from '../../model/text';
import { t } from '../../shared/l10n';
import { eachDeclaredWith, hasSlot } from '../../slots/schemaPaths';
import { defineRule } from '../defineRule';

const isTime = hasSlot('time');
const OTHER_ZONE = /[+-](?!00:?00)\d\d:?\d\d$/;
/** Matches a date-time without a time zone. */
export const WITHOUT_ZONE = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/;

/** Reports a time without a time zone, which every reader may understand differently. */
export default defineRule({
  id: 'envelope/time-without-zone',
  severity: 'warning',
  comparesElements: 'details',
  fix: 'adds `Z`, for UTC',
  check({ value, kind, where }, report) {
    const zoneless: { path: Path; time: string }[] = [];
    let certain = where === 'file';
    eachDeclaredWith(isTime, kind.schema, value, (pathHere, _, found) => {
      // Fast path: nearly all times are in UTC.
      if (typeof found !== 'string' || found.endsWith('Z')) return;
      if (WITHOUT_ZONE.test(found)) zoneless.push({ path: pathHere(), time: found });
      // The fix is uncertain if other times in the file are not in UTC.
      else if (certain && OTHER_ZONE.test(found)) certain = false;
    });
    for (const { path, time } of zoneless) {
      const fixed = `${time.replace(' ', 'T')}Z`;
      report({
        path,
        message: t`"${String(path.at(-1))}" has no zone; if it is UTC, write ${fixed}.`,
        fixes: [{ title: t`Add Z, for UTC`, do: 'set', path, value: fixed, ...(certain && { certain }) }],
      });
    }
  },
});
