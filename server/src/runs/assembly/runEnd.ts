import type { RunStatus, RunSummary } from '../../model/run';
import type { OrderedSteps } from './orderedSteps';
import { type StepRef, stepEnd, stepFailure, stepOutcome, stepTitle } from './stepRef';

/** The status of a run according to its steps, and why it failed or what it waits for. */
export function runEnd(steps: OrderedSteps): Pick<RunSummary, 'status' | 'reason'> {
  const { status, ref } = endIn(steps);
  const reason = ref && reasonOf(status, ref, steps);
  return { status, ...(reason !== undefined && { reason }) };
}

/** The status of a run, and the step that determines it. */
interface End {
  status: RunStatus;
  ref?: StepRef;
}

/**
 * The status given by the last step to end, among those that give one; a step still waiting for its answer keeps the
 * run running. If no step gives one: the outcome of the last step at the top level; an answer without a question counts
 * only where there is nothing else.
 */
function endIn({ refs, parents }: OrderedSteps): End {
  let last: StepRef | undefined;
  let unasked: StepRef | undefined;
  for (let i = refs.length - 1; i >= 0; i--) {
    const ref = refs[i] as StepRef;
    if (ref.entry.side === 'answer') unasked ??= ref;
    else if (parents[i] === -1) {
      last ??= ref;
      if (last === ref && ref.entry.side === 'ask' && !ref.answer) return { status: 'running', ref };
    }
    if (statusSaid(ref) !== undefined) {
      const ended = lastEnded(refs, ref);
      return { status: statusSaid(ended) as RunStatus, ref: ended };
    }
  }
  last ??= unasked;
  return last ? { status: BY_OUTCOME[stepOutcome(last)], ref: last } : { status: 'unknown' };
}

const BY_OUTCOME = { ok: 'succeeded', failed: 'failed', pending: 'running', unknown: 'unknown' } as const;

function statusSaid({ entry, answer }: StepRef): RunStatus | undefined {
  return answer?.entry.status ?? entry.status;
}

/** A step that began earlier may have ended later. */
function lastEnded(refs: readonly StepRef[], last: StepRef): StepRef {
  let found = last;
  let end = goesOn(last) ? undefined : stepEnd(last);
  if (end === undefined) return last;
  for (const ref of refs) {
    if (ref === last) break;
    if (statusSaid(ref) === undefined || orderIn(ref) !== orderIn(last)) continue;
    // A root that was never ended goes on beside others that were.
    if (ref.entry.isUnique && goesOn(ref) && statusSaid(last) !== 'failed') return ref;
    const ended = stepEnd(ref);
    if (ended === undefined || ended <= end) continue;
    found = ref;
    end = ended;
  }
  return found;
}

// A span without an end is still running.
function goesOn({ entry: { key, outcome, status } }: StepRef): boolean {
  return key !== undefined && outcome === 'pending' && status === 'running';
}

function orderIn({ entry, answer }: StepRef): number | undefined {
  return entry.order ?? answer?.entry.order;
}

/** The reason given by the step that ended the run, or by what failed within it. */
function reasonOf(status: RunStatus, ref: StepRef, steps: OrderedSteps): string | undefined {
  if (status !== 'failed' && status !== 'blocked') return undefined;
  const inner = status === 'failed' && stepFailure(ref) === undefined ? failedWithin(steps, ref) : undefined;
  if (!inner) return stepFailure(ref) ?? stepTitle(ref);
  const failure = stepFailure(inner);
  return failure === undefined ? stepTitle(inner) : `${stepTitle(inner)}: ${failure}`;
}

/** The last failed step within a step. Nested steps follow their parent. */
function failedWithin({ refs, parents }: OrderedSteps, outer: StepRef): StepRef | undefined {
  const place = refs.indexOf(outer);
  for (let step = refs.length - 1; step > place; step--) {
    const ref = refs[step] as StepRef;
    if (stepOutcome(ref) !== 'failed') continue;
    let above = parents[step] ?? -1;
    while (above > place) above = parents[above] ?? -1;
    if (above === place) return ref;
  }
  return undefined;
}
