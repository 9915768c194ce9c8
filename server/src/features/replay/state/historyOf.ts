import type { IndexedRun } from '../../../runs/assembly/indexedRun';
import { type RunHistory, runHistory } from '../../../runs/state/runHistory';
import { memoizePerRun } from '../context/replayContext';

/** The history of a run, computed once. */
export function historyOf(run: IndexedRun): RunHistory {
  return memoizePerRun(run, runHistory);
}
