import type { CheckedRun, RunEnvelope, RunStep } from '../../../model/rule';
import { defineRunRule } from '../../../rules/defineRule';
import { describeLocation, envelopesByFile, isCopy } from '../../../rules/envelopesOfRun';
import { groupBy } from '../../../shared/arrays';
import { t } from '../../../shared/l10n';
import { atPointer } from '../../../text/jsonPointer';
import { eventName, pathOfEventName } from '../eventName';

/** Reports a superfluous plan event in a trace. A trace should have one plan, or with several requests one for each. */
export default defineRunRule({
  id: 'agent-io/second-plan',
  severity: 'warning',
  check(run, report) {
    const asked = requestsIn(run);
    const plans: Plan[] = [];
    for (const step of plansIn(run)) {
      const plan = { step, request: requestId(step) };
      const others = plans.filter(other => isOfSameLog(other.step, step) && mayAnswerTheSame(other, plan, asked));
      if (others.some(other => isCopy(other.step, step))) continue;
      const last = others.at(-1)?.step;
      if (!last || others.length < most(plan, others, asked)) {
        if (plans.length < MOST_COMPARED) plans.push(plan);
      } else
        report({
          at: step,
          path: pathOfEventName(step),
          message: t`This trace already has a plan (${describeLocation(last, step)}); a second one needs its own trace id.`,
        });
    }
  },
});

// The maximum number of plans in a trace that are compared with each other. A trace normally has one or a few.
const MOST_COMPARED = 100;

interface Plan {
  step: RunStep;
  /** The id of its request, if given. */
  request: string | undefined;
}

/** The plans of a run in log order: a longer plan may have begun before the one above it. */
function plansIn({ steps }: CheckedRun): RunStep[] {
  const plans = steps.filter(step => eventName(step) === 'plan_created' && step.draft.path === undefined);
  const byFile = groupBy(
    plans.toSorted((one, other) => one.place - other.place),
    ({ file }) => file as unknown,
  );
  const next = new Map<unknown, number>();
  return plans.flatMap(({ file }) => {
    const place = next.get(file) ?? 0;
    next.set(file, place + 1);
    return byFile.get(file)?.[place] ?? [];
  });
}

interface Asked {
  /** The number of requests before an envelope in its file; absent if there are none. */
  before: ReadonlyMap<RunEnvelope, number>;
  inAll: number;
}

function requestsIn(run: CheckedRun): Asked {
  const before = new Map<RunEnvelope, number>();
  const inAll = run.steps.filter(isRequest).length;
  if (inAll === 0) return { before, inAll };
  for (const envelopes of envelopesByFile(run)) {
    let count = 0;
    for (const envelope of envelopes) {
      if (isRequest(envelope)) count++;
      if (count > 0) before.set(envelope, count);
    }
  }
  return { before, inAll };
}

function isRequest({ draft: { kind } }: RunEnvelope): boolean {
  return kind === 'agent-io/request';
}

// Events have a property for the request's id, often empty.
function requestId(step: RunStep): string | undefined {
  return step.ask(({ value }) => {
    const id = atPointer(value(), '/request_id');
    return typeof id === 'string' && id.trim() !== '' ? id : undefined;
  });
}

function mayAnswerTheSame(one: Plan, other: Plan, { before }: Asked): boolean {
  if (one.request !== undefined && other.request !== undefined && one.request !== other.request) return false;
  return one.step.file === other.step.file || !before.has(one.step) || !before.has(other.step);
}

/** The number of plans allowed including this one: where requests are logged elsewhere, a plan's request is unknown. */
function most({ step }: Plan, others: readonly Plan[], { before, inAll }: Asked): number {
  const isHere = others.every(other => other.step.file === step.file);
  return (isHere ? before.get(step) : undefined) ?? inAll;
}

// Two logs in different dialects may contain the same plan, with different times.
function isOfSameLog(one: RunStep, other: RunStep): boolean {
  return one.file === other.file || (one.draft.at !== undefined && isSameDialect(one, other));
}

function isSameDialect(one: RunStep, other: RunStep): boolean {
  const [first, second] = [pathOfEventName(one)[0], pathOfEventName(other)[0]];
  return first !== undefined && first === second;
}
