import type { RunColumns } from '../state/runColumns';

/** Steps that ran at the same time, one per lane; and the step that started them, -1 for none. */
export interface ConcurrentSteps {
  steps: readonly number[];
  giver: number;
}

/**
 * Advances to the next step: returns what runs then, and which steps it follows: those finished by then, or, where all
 * others still run, the step that started them.
 *
 * @param given the steps that explicitly handed over to it, if any: then it follows only those
 */
export function advanceConcurrent(
  columns: RunColumns,
  { steps, giver }: ConcurrentSteps,
  index: number,
  given: readonly number[] = [],
): { wave: ConcurrentSteps; givers: number[] } {
  const lane = columns.lane[index] as number;
  const last = given.at(-1);
  const running: number[] = [];
  const over: number[] = [];
  let continues = false;
  for (const step of steps) {
    if (columns.lane[step] === lane) continues = true;
    // A step handed over before the other began runs concurrently.
    else if (overlap(columns, step, index) || (last !== undefined && last < step)) running.push(step);
    else over.push(step);
  }
  const beside = !continues && giver >= 0 && columns.lane[giver] !== lane ? [giver] : [];
  const givers = last !== undefined ? [] : over.length > 0 ? over : running.length > 0 ? beside : [];
  const wave = {
    steps: [...running.slice(1 - MOST_AT_ONCE), index],
    giver: running.length > 0 ? giver : (last ?? over.at(-1) ?? (continues ? giver : -1)),
  };
  return { wave, givers };
}

// If more steps run at once, the oldest are dropped.
const MOST_AT_ONCE = 16;

/** Whether an earlier step still runs when a later one begins. Only times can tell. */
function overlap({ timed, start, end }: RunColumns, earlier: number, later: number): boolean {
  return timed[earlier] === 1 && timed[later] === 1 && (end[earlier] as number) > (start[later] as number);
}
