import type { RunColumns } from '../../../runs/state/runColumns';
import type { ReplayQuestions } from '../../../shared/replay';
import { columnsOf, type ReplayContext } from '../context/replayContext';
import { clampWindow } from '../context/rowWindow';

/** How long playing rests at each of some steps: until the next one began, but never long. */
export function pacing(
  { run }: ReplayContext,
  window: ReplayQuestions['pacing']['params'],
): ReplayQuestions['pacing']['answer'] {
  const columns = columnsOf(run);
  const { from, count } = clampWindow(window, columns.count, MOST_STEPS);
  return { rests: Array.from({ length: count }, (_, index) => restAt(columns, from + index)), from };
}

const MOST_STEPS = 5000;

function restAt({ start, end, count, length }: RunColumns, step: number): number {
  if (length === 0) return WITHOUT_TIMES;
  const begun = start[step] as number;
  const next = step + 1 < count ? (start[step + 1] as number) : (end[step] as number);
  return Math.max(SHORTEST, shortened(next - begun));
}

/** A frame. */
const SHORTEST = 16;
const WITHOUT_TIMES = 700;

// What is twice as long rests half a second longer: one still sees which gap was the longer one.
function shortened(gap: number): number {
  return gap <= IDLE ? gap : Math.min(LONGEST, IDLE + 500 * Math.log2(gap / IDLE));
}

const IDLE = 3000;
const LONGEST = 6000;
