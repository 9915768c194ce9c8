import { defineRule } from '../../../rules/defineRule';
import { WITHOUT_ZONE } from '../../../rules/envelope/timeWithoutZone';
import { eachDeclaredWith } from '../../../slots/eachDeclared';
import { hasSlot } from '../../../slots/schemaPathsTo';
import { formatInstant, parseInstant } from '../../../text/time/instant';

export default defineRule({
  id: 'agent-io/zone-not-utc',
  severity: 'info',
  fix: 'writes the same moment in UTC',
  docs: `A time is in another zone than UTC, which the contract asks for. It is exact as well, but times of several
agents, or their texts in a log, can then no longer be compared at a glance.

**Good:**

\`\`\`json
{"status": "success", "result": 1, "metadata": {"trace_id": "t"}, "timestamp": "2026-06-01T10:00:00Z"}
\`\`\`

**Bad:**

\`\`\`json
{"status": "success", "result": 1, "metadata": {"trace_id": "t"}, "timestamp": "2026-06-01T12:00:00+02:00"}
\`\`\`

Write the same moment in UTC. That is done on save and by \`check --fix\`, too, unless another time beside it has no zone: then this
one is what tells whose clock that was.

Source: Agent Input/Output Contract, "timestamp": "Use UTC timezone".`,
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
