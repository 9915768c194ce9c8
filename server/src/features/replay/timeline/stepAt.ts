import type { IndexedRun } from '../../../runs/assembly/indexedRun';
import { timeAt } from '../../../shared/idleTime';
import type { ReplayQuestions } from '../../../shared/replay';
import { findLastAtOrBefore } from '../../../text/findLastAtOrBefore';
import { memoizePerRun, type ReplayContext } from '../context/replayContext';
import { idleGaps } from './idleGaps';
import { workSpans } from './workSpans';

/** The step at a position on an axis, clamped to the run. */
export function stepAt(
  { run }: Pick<ReplayContext, 'run'>,
  { axis, at }: ReplayQuestions['stepAt']['params'],
): ReplayQuestions['stepAt']['answer'] {
  const place = Number.isNaN(at) ? 0 : at;
  const last = Math.max(0, run.summary.steps - 1);
  if (axis === 'even') return Math.min(Math.max(0, Math.floor(place)), last);
  const { from } = workSpans(run);
  const time = axis === 'active' ? timeAt(idleGaps(run), place) : place;
  const order = memoizePerRun(run, orderOfStarts);
  const found = findLastAtOrBefore(order.length, index => from[order[index] as number] as number, time);
  return order[Math.max(0, found)] ?? 0;
}

/** The steps by start time; those that start together in run order. */
function orderOfStarts(run: IndexedRun): Int32Array {
  const { from } = workSpans(run);
  const order = Int32Array.from(from, (_, index) => index);
  const isAscending = order.every(index => index === 0 || (from[index - 1] as number) <= (from[index] as number));
  return isAscending ? order : order.sort((a, b) => (from[a] as number) - (from[b] as number) || a - b);
}
