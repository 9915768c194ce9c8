import type { IndexedRun } from '../../runs/assembly/indexedRun';
import type { IdleGap } from '../../shared/replay/index';
import { activeAt, durationText } from '../../shared/times';
import { columnsOf, memoizePerRun } from './replayedRun';
import { workSpans } from './timelineLanes';

/**
 * Returns the long times in which a workflow run was idle, in order. The timeline shortens them, since at full length they would leave hardly any
 * room for the rest.
 */
export function idleGaps(run: IndexedRun): readonly IdleGap[] {
  return memoizePerRun(run, gapsOf);
}

/** Returns the length of the time axis with compressed idle times. */
export function activeLength(run: IndexedRun): number {
  return activeAt(idleGaps(run), columnsOf(run).length);
}

type Gap = Pick<IdleGap, 'from' | 'to'>;

function gapsOf(run: IndexedRun): IdleGap[] {
  const { length, count } = columnsOf(run);
  const idle = longGaps(quietTimes(run), length, Math.max(1, Math.floor(count / 3)));
  const rest = length - idle.reduce((sum, gap) => sum + lengthOf(gap), 0);
  if (rest <= 0) return [];
  const shown = rest * Math.min(SHOWN, MOST_SHOWN / Math.max(1, idle.length));
  let cut = 0;
  return idle
    .toSorted((a, b) => a.from - b.from)
    .map(({ from, to }) => {
      const at = from - cut;
      cut += to - from - shown;
      return { from, to, at, shown, took: durationText(BigInt(Math.round((to - from) * 1e6))) };
    });
}

/** The compressed length of a gap, and the maximum of all gaps together, as shares of the active time. */
const SHOWN = 0.06;
const MOST_SHOWN = 0.5;
const MOST_GAPS = 200;
/** The minimum share of a long gap in all other time. */
const LONG = 0.25;

/** Returns the gaps that are long compared to the remaining time, and at least twice as long as the longest other gap. */
function longGaps(quiet: readonly Gap[], length: number, most: number): Gap[] {
  const longest = quiet.toSorted((a, b) => lengthOf(b) - lengthOf(a)).slice(0, MOST_GAPS + 1);
  let rest = length;
  let count = 0;
  for (const gap of longest.slice(0, Math.min(most, MOST_GAPS))) {
    rest -= lengthOf(gap);
    if (lengthOf(gap) <= rest * LONG) break;
    count++;
  }
  const lengthAt = (place: number) => (longest[place] ? lengthOf(longest[place]) : 0);
  while (count > 0 && lengthAt(count - 1) < 2 * lengthAt(count)) count--;
  return longest.slice(0, count);
}

/** Returns the times when no step runs. A step with nested steps counts only at its start and end. */
function quietTimes(run: IndexedRun): Gap[] {
  const { from, to } = workSpans(run);
  const { count, holds, timed } = columnsOf(run);
  const begins: number[] = [];
  const ends: number[] = [];
  const add = (begin: number, end: number) => {
    begins.push(begin);
    ends.push(end);
  };
  for (let step = 0; step < count; step++) {
    if (timed[step] === 0) continue;
    const [begin, end] = [from[step] as number, to[step] as number];
    if (holds[step] === 0) add(begin, end);
    else {
      add(begin, begin);
      add(end, end);
    }
  }
  const order = Int32Array.from(begins, (_, place) => place);
  // Fast path: steps mostly begin in their order.
  const isOrdered = begins.every((begin, place) => place === 0 || (begins[place - 1] as number) <= begin);
  if (!isOrdered) order.sort((a, b) => (begins[a] as number) - (begins[b] as number));
  const quiet: Gap[] = [];
  let reach = 0;
  for (const place of order) {
    const begin = begins[place] as number;
    if (begin > reach) quiet.push({ from: reach, to: begin });
    reach = Math.max(reach, ends[place] as number);
  }
  return quiet;
}

function lengthOf({ from, to }: Gap): number {
  return to - from;
}
