import type { IndexedRun } from '../../../runs/assembly/indexedRun';
import type { ReplayContext } from '../context/replayContext';

/** The run to compare with. Throws RangeError if there is none. */
export function otherRun({ others }: Pick<ReplayContext, 'others'>, key: string): IndexedRun {
  const run = others.run(key);
  if (!run) throw new RangeError(`no run ${key}`);
  return run;
}
