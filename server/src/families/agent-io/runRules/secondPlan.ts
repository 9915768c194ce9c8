import type { RunStep } from '../../../model/rule';
import { defineRunRule } from '../../../rules/defineRunRule';
import { isCopy } from '../../../rules/ofRuns/isCopy';
import { whereIs } from '../../../rules/ofRuns/whereIs';
import { eventName, nameKey } from '../eventName';

export default defineRunRule({
  id: 'agent-io/second-plan',
  severity: 'warning',
  docs: `A trace has a second plan. A trace has one plan. A second \`plan_created\` under the same trace id means that
something was planned twice, or that two runs share an id: which steps belong to which plan, nobody can tell.

**Good:**

\`\`\`jsonl
{"event": "plan_created", "trace_id": "trip-1", "timestamp": "2026-06-15T06:00:00Z", "details": {}, "status": "success"}
{"event": "plan_created", "trace_id": "trip-2", "timestamp": "2026-06-15T06:00:01Z", "details": {}, "status": "success"}
\`\`\`

**Bad:**

\`\`\`jsonl
{"event": "plan_created", "trace_id": "trip-1", "timestamp": "2026-06-15T06:00:00Z", "details": {}, "status": "success"}
{"event": "plan_created", "trace_id": "trip-1", "timestamp": "2026-06-15T06:00:01Z", "details": {}, "status": "success"}
\`\`\`

Give each run its own trace id, and report its plan once.

Source: Agent Input/Output Contract, "trace_id MUST be present and unique".`,
  check({ steps }, report) {
    const plans: RunStep[] = [];
    for (const step of steps) {
      if (eventName(step) !== 'plan_created' || step.draft.path !== undefined) continue;
      const first = plans.find(plan => isOfSameLog(plan, step));
      if (!first) plans.push(step);
      else if (!isCopy(first, step))
        report({
          at: step,
          path: nameKey(step),
          message: `This trace has its plan already (${whereIs(first, step)}); a second one needs a trace id of its own.`,
        });
    }
  },
});

// Two logs in two dialects may tell of the same plan, each in its own time.
function isOfSameLog(one: RunStep, other: RunStep): boolean {
  return one.file === other.file || (one.draft.at !== undefined && isSameDialect(one, other));
}

function isSameDialect(one: RunStep, other: RunStep): boolean {
  const [first, second] = [nameKey(one)[0], nameKey(other)[0]];
  return first !== undefined && first === second;
}
