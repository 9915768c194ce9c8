import type { CheckedRun, RunEnvelope, RunStep } from '../../../model/rule';
import { defineRunRule } from '../../../rules/defineRunRule';
import { inFiles } from '../../../rules/ofRuns/inFiles';
import { isCopy } from '../../../rules/ofRuns/isCopy';
import { whereIs } from '../../../rules/ofRuns/whereIs';
import { eventName, nameKey } from '../eventName';

export default defineRunRule({
  id: 'agent-io/second-plan',
  severity: 'warning',
  docs: `A trace has a second plan. A trace has one plan, or one for each of its requests. A second \`plan_created\` under the same
trace id means that something was planned twice, or that two runs share an id: which steps belong to which plan, nobody can tell.

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
  check(run, report) {
    const { steps } = run;
    const asked = requestsBefore(run);
    const plans: RunStep[] = [];
    for (const step of steps) {
      if (eventName(step) !== 'plan_created' || step.draft.path !== undefined) continue;
      const others = plans.filter(plan => isOfSameLog(plan, step) && isOfSameRequest(plan, step, asked));
      const [first] = others;
      // Where the requests are kept elsewhere, which of them a plan is for nobody can tell.
      if (!first || others.length < (asked.of.has(step) ? 1 : asked.count)) plans.push(step);
      else if (!isCopy(first, step))
        report({
          at: step,
          path: nameKey(step),
          message: `This trace has its plan already (${whereIs(first, step)}); a second one needs a trace id of its own.`,
        });
    }
  },
});

interface Asked {
  /** The last request before an envelope in its file. */
  of: ReadonlyMap<RunEnvelope, RunEnvelope>;
  count: number;
}

function requestsBefore(run: CheckedRun): Asked {
  const of = new Map<RunEnvelope, RunEnvelope>();
  const requests = run.steps.filter(({ draft }) => draft.kind === REQUEST);
  if (requests.length === 0) return { of, count: 0 };
  for (const envelopes of inFiles(run)) {
    let last: RunEnvelope | undefined;
    for (const envelope of envelopes) {
      if (envelope.draft.kind === REQUEST) last = envelope;
      if (last) of.set(envelope, last);
    }
  }
  return { of, count: requests.length };
}

const REQUEST = 'agent-io/request';

function isOfSameRequest(one: RunStep, other: RunStep, { of }: Asked): boolean {
  const [first, second] = [of.get(one), of.get(other)];
  return first === second || (one.file !== other.file && (!first || !second));
}

// Two logs in two dialects may tell of the same plan, each in its own time.
function isOfSameLog(one: RunStep, other: RunStep): boolean {
  return one.file === other.file || (one.draft.at !== undefined && isSameDialect(one, other));
}

function isSameDialect(one: RunStep, other: RunStep): boolean {
  const [first, second] = [nameKey(one)[0], nameKey(other)[0]];
  return first !== undefined && first === second;
}
