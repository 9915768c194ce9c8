import type { RunColumns } from '../state/runColumns';

/** Steps that were under way at the same time, of one lane each; and the one that set them going, -1 where none did. */
export interface ConcurrentSteps {
  steps: readonly number[];
  giver: number;
}

/**
 * What is under way once another step has begun, and which steps that one follows: those that were over by then, or,
 * where all the others still went on, the one that set them going too.
 *
 * @param given the steps that handed over to it, where some say so: then it follows none but those
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
    // What was handed over before the other began goes on beside it.
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

// Where more than these are under way at once, the oldest are not waited for.
const MOST_AT_ONCE = 16;

/** Does an earlier step go on when a later one begins? Only times tell. */
function overlap({ timed, start, end }: RunColumns, earlier: number, later: number): boolean {
  return timed[earlier] === 1 && timed[later] === 1 && (end[earlier] as number) > (start[later] as number);
}
