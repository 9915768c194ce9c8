import { defineRule } from '../../../rules/defineRule';
import { WITHOUT_ZONE } from '../../../rules/envelope/timeWithoutZone';
import { eachDeclaredWith } from '../../../slots/eachDeclared';
import { hasSlot } from '../../../slots/schemaPathsTo';
import { formatInstant, parseInstant } from '../../../text/time/instant';

export default defineRule({
  id: 'agent-io/zone-not-utc',
  severity: 'info',
  comparesElements: 'details',
  fix: 'writes the same moment in UTC',
  check({ value, kind }, report) {
    let certain = true;
    eachDeclaredWith(isTime, kind.schema, value, (_, __, found) => {
      if (typeof found === 'string' && WITHOUT_ZONE.test(found)) certain = false;
    });
    eachDeclaredWith(isTime, kind.schema, value, (path, _, found) => {
      if (typeof found !== 'string' || found.length > 64) return;
      const [zone] = ZONE.exec(found) ?? [];
      if (zone === undefined || NONE.test(zone)) return;
      const instant = parseInstant(found);
      if (instant === undefined) return;
      const fixed = formatInstant(instant).replace('.000Z', 'Z');
      report({
        path,
        message: `"${path.at(-1)}" is not in UTC but in the zone ${zone}; the same moment is ${fixed}.`,
        fixes: [{ title: `Change to ${fixed}`, do: 'set', path, value: fixed, certain }],
      });
    });
  },
});

const isTime = hasSlot('time');
const ZONE = /[+-]\d\d:?\d\d$/;
const NONE = /^[+-]00:?00$/;
