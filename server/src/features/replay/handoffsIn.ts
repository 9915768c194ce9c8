import { type Handoffs, handoffsOf } from '../../runs/handoffs';
import type { IndexedRun } from '../../runs/indexedRun';
import { columnsOf, once } from './replay';

/** Who handed over to whom in a run, found out once. */
export function handoffsIn(run: IndexedRun): Handoffs {
  return once(run, found);
}

function found(run: IndexedRun): Handoffs {
  return handoffsOf(run, columnsOf(run));
}
