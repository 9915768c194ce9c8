import type { RunColumns } from '../../../runs/state/runColumns';
import type { ReplayQuestions } from '../../../shared/replay';
import { columnsOf, type ReplayContext } from '../context/replayContext';
import { clampWindow } from '../context/rowWindow';

/** How long playback pauses at each of the steps: the real time to the next one, compressed. */
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

/** One frame. */
const SHORTEST = 16;
const WITHOUT_TIMES = 700;

// Logarithmic: a gap twice as long pauses half a second longer, so the longer one is still noticeable.
function shortened(gap: number): number {
  return gap <= IDLE ? gap : Math.min(LONGEST, IDLE + 500 * Math.log2(gap / IDLE));
}

const IDLE = 3000;
const LONGEST = 6000;
