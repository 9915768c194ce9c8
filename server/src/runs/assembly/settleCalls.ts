import type { OrderedSteps } from './orderedSteps';
import type { StepRef } from './stepRef';

/** A call without a result is no longer pending once its agent, or the program for it, has ended the turn: its outcome is unknown. */
export function settleCalls(steps: OrderedSteps): OrderedSteps {
  const { refs, parents } = steps;
  if (!refs.some(isOpenCall)) return steps;
  const ended = new Set<string | symbol | undefined>();
  const settled = refs.toReversed().map((ref): StepRef => {
    const { side: _side, ...entry } = ref.entry;
    const { status, kind, agent } = entry;
    if (status !== undefined && ENDS.has(status)) ended.add(OF_PROGRAM.test(kind) ? EVERY_AGENT : agent);
    const isOver = isOpenCall(ref) && (ended.has(agent) || ended.has(EVERY_AGENT));
    return isOver ? { ...ref, entry: { ...entry, outcome: 'unknown' } } : ref;
  });
  return { refs: settled.reverse(), parents };
}

/** Calls in logs of agents; a protocol's own calls have deadlines. */
function isOpenCall({ entry: { side, kind }, answer }: StepRef): boolean {
  return side === 'ask' && !answer && kind.endsWith(':tool');
}

const ENDS: ReadonlySet<string> = new Set(['succeeded', 'failed', 'cancelled']);
const OF_PROGRAM = /:(?:error|program)$/;
const EVERY_AGENT = Symbol('every agent');
