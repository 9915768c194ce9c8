import type { IndexedRun } from '../../../runs/assembly/indexedRun';
import type { KindMetrics } from '../../../shared/replay';
import { columnsOf } from '../context/replayContext';
import { lanesBy } from '../timeline/lanes';
import { workSpans } from '../timeline/workSpans';

/** The steps and the time of each kind: of a step, the time in which none of those nested in it ran. */
export function kindMetrics(run: IndexedRun): KindMetrics[] {
  const { count, parent } = columnsOf(run);
  const { lane, lanes } = lanesBy(run, 'kind');
  const { from, to } = workSpans(run);
  const own = ownTimes({ count, parent, from, to });
  const times = new Float64Array(lanes.length);
  for (let step = 0; step < count; step++) {
    const at = lane[step] as number;
    times[at] = (times[at] as number) + (own[step] as number);
  }
  return lanes
    .map(({ name, icon = 'zap', steps }, at): KindMetrics => {
      const time = times[at] as number;
      return { name, icon, steps, ...(time > 0 && { time }) };
    })
    .sort((one, other) => (other.time ?? 0) - (one.time ?? 0));
}

interface Spans {
  count: number;
  parent: Int32Array;
  from: Float64Array;
  to: Float64Array;
}

/** Nested steps may run side by side: the time that several share is theirs once. */
function ownTimes({ count, parent, from, to }: Spans): Float64Array {
  const own = Float64Array.from(from, (begin, step) => (to[step] as number) - begin);
  const order = Int32Array.from({ length: count }, (_, step) => step).sort(
    (one, other) => (from[one] as number) - (from[other] as number),
  );
  // Up to where the nested steps of each step have filled it.
  const filled = Float64Array.from(from);
  for (const step of order) {
    const above = parent[step] as number;
    if (above < 0) continue;
    const begin = Math.max(from[step] as number, filled[above] as number);
    const end = Math.min(to[step] as number, to[above] as number);
    if (end <= begin) continue;
    own[above] = (own[above] as number) - (end - begin);
    filled[above] = end;
  }
  return own;
}
