import type { IndexedRun } from '../../runs/indexedRun';
import { type RunHistory, runHistory } from '../../runs/runHistory';
import { once } from './replay';

/** The history of a run, made once. */
export function historyOf(run: IndexedRun): RunHistory {
  return once(run, runHistory);
}
