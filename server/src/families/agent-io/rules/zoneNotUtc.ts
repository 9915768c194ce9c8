import type { Path } from '../../../model/text';
import { defineRule } from '../../../rules/defineRule';
import { WITHOUT_ZONE } from '../../../rules/envelope/timeWithoutZone';
import { t } from '../../../shared/l10n';
import { eachDeclaredWith, hasSlot } from '../../../slots/schemaPaths';
import { formatInstant, parseInstant } from '../../../text/parseTime';

/** Reports a time in an agent-io envelope that is not in UTC. */
export default defineRule({
  id: 'agent-io/zone-not-utc',
  severity: 'info',
  comparesElements: 'details',
  fix: 'writes the same moment in UTC',
  check({ value, kind }, report) {
    const zoned: { path: Path; time: string; zone: string }[] = [];
    let certain = true;
    eachDeclaredWith(isTime, kind.schema, value, (pathHere, _, found) => {
      // Skips times in UTC first, since nearly all times in envelopes are in UTC.
      if (typeof found !== 'string' || found.endsWith('Z')) return;
      if (WITHOUT_ZONE.test(found)) certain = false;
      const zone = found.length > 64 ? undefined : ZONE.exec(found)?.[0];
      if (zone !== undefined && !NONE.test(zone)) zoned.push({ path: pathHere(), time: found, zone });
    });
    for (const { path, time, zone } of zoned) {
      const instant = parseInstant(time);
      if (instant === undefined) continue;
      const fixed = formatInstant(instant).replace('.000Z', 'Z');
      report({
        path,
        message: t`"${String(path.at(-1))}" is not in UTC but in the zone ${zone}; the same moment is ${fixed}.`,
        fixes: [{ title: t`Change to ${fixed}`, do: 'set', path, value: fixed, certain }],
      });
    }
  },
});

const isTime = hasSlot('time');
const ZONE = /[+-]\d\d:?\d\d$/;
const NONE = /^[+-]00:?00$/;
