import type { ReplayQuestions } from '../../model/replay';
import type { IndexedRun } from '../../runs/indexedRun';
import { lastUpTo } from '../../text/lastUpTo';
import { columnsOf, once, type Replay } from './replay';

/** The step at a place on an axis; a place outside of the run is held to it. */
export function stepAt(
  { run }: Pick<Replay, 'run'>,
  { axis, at }: ReplayQuestions['stepAt']['params'],
): ReplayQuestions['stepAt']['answer'] {
  const place = Number.isNaN(at) ? 0 : at;
  const last = Math.max(0, run.summary.steps - 1);
  if (axis === 'even') return Math.min(Math.max(0, Math.floor(place)), last);
  const { start } = columnsOf(run);
  const order = once(run, orderOfStarts);
  const found = lastUpTo(order.length, index => start[order[index] as number] as number, place);
  return order[Math.max(0, found)] ?? 0;
}

/** The steps by when they began; those that began together as they come in the run. */
function orderOfStarts(run: IndexedRun): Int32Array {
  const { start, count } = columnsOf(run);
  const order = Int32Array.from({ length: count }, (_, index) => index);
  const isAscending = order.every(index => index === 0 || (start[index - 1] as number) <= (start[index] as number));
  return isAscending
    ? order
    : order.sort((one, other) => (start[one] as number) - (start[other] as number) || one - other);
}
