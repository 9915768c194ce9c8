import type { IndexedRun } from '../../runs/assembly/indexedRun';
import { type Handoffs, handoffsOf } from '../../runs/handoffs';
import { columnsOf, memoizePerRun } from './replayedRun';

/**
 * Returns the hand-offs between the agents of a workflow run, memoized until the run changes. Ignores steps without an agent, such as the root of
 * a trace.
 */
export function cachedHandoffs(run: IndexedRun): Handoffs {
  return memoizePerRun(run, found);
}

function found(run: IndexedRun): Handoffs {
  const columns = columnsOf(run);
  const handoffs = handoffsOf(columns);
  if (!columns.lanes.some(({ nameless }) => nameless)) return handoffs;
  const isAgent = (node: number) => columns.lanes[node]?.nameless !== true;
  return {
    ...handoffs,
    list: handoffs.list.filter(({ fromLane, toLane }) => isAgent(fromLane) && isAgent(toLane)),
    open: handoffs.open.filter(({ fromLane, node }) => isAgent(fromLane) && isAgent(node)),
  };
}
