import type { IndexedRun } from '../../../runs/assembly/indexedRun';
import { columnsOf, memoizePerRun } from '../context/replayContext';

/** The steps of a run with what is nested in each right after it. */
export interface TreeOrder {
  steps: Int32Array;
  /** Where each step stands in it; up to `holds` places after it stand those that are nested in it. */
  places: Int32Array;
}

export function treeOrder(run: IndexedRun): TreeOrder {
  return memoizePerRun(run, buildTreeOrder);
}

function buildTreeOrder(run: IndexedRun): TreeOrder {
  const { count, parent, holds } = columnsOf(run);
  const steps = new Int32Array(count);
  const places = new Int32Array(count);
  // For each step the place of the next one right in it.
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
