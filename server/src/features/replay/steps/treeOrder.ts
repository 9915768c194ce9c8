import type { IndexedRun } from '../../../runs/assembly/indexedRun';
import { columnsOf, memoizePerRun } from '../context/replayContext';

/** The steps of a run in depth-first order. */
export interface TreeOrder {
  steps: Int32Array;
  /** Each step's index in that order; the next `holds` indexes are those of its nested steps. */
  places: Int32Array;
}

export function treeOrder(run: IndexedRun): TreeOrder {
  return memoizePerRun(run, buildTreeOrder);
}

function buildTreeOrder(run: IndexedRun): TreeOrder {
  const { count, parent, holds } = columnsOf(run);
  const steps = new Int32Array(count);
  const places = new Int32Array(count);
  // For each step, the first free index among those of its descendants.
  const free = new Int32Array(count);
  let freeRoot = 0;
  for (let step = 0; step < count; step++) {
    const above = parent[step] as number;
    const place = above < 0 ? freeRoot : (free[above] as number);
    const next = place + 1 + (holds[step] as number);
    if (above < 0) freeRoot = next;
    else free[above] = next;
    places[step] = place;
    steps[place] = step;
    free[step] = place + 1;
  }
  return { steps, places };
}
