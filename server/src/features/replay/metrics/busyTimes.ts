import type { RunColumns } from '../../../runs/state/runColumns';

/** For each lane, the milliseconds in which at least one of its steps ran; undefined if no step has a duration. */
export function busyTimes({ start, end, timed, lane, lanes, count }: RunColumns): (number | undefined)[] {
  const busy = new Array<number | undefined>(lanes.length);
  // Until when the time of each lane is counted.
  const counted = new Float64Array(lanes.length).fill(Number.NEGATIVE_INFINITY);
  for (const step of inOrderOfStart(start, count)) {
    const at = lane[step] as number;
    const to = end[step] as number;
    const from = Math.max(start[step] as number, counted[at] as number);
    if (timed[step] !== 1 || to <= (start[step] as number)) continue;
    busy[at] = (busy[at] ?? 0) + Math.max(0, to - from);
    counted[at] = Math.max(counted[at] as number, to);
  }
  return busy;
}

function inOrderOfStart(start: Float64Array, count: number): Int32Array {
  const steps = Int32Array.from({ length: count }, (_, step) => step);
  const isInOrder = steps.every(step => step === 0 || (start[step - 1] as number) <= (start[step] as number));
  return isInOrder ? steps : steps.sort((a, b) => (start[a] as number) - (start[b] as number));
}
