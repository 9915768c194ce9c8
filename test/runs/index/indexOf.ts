import type { IndexedRun } from '../../../server/src/runs/assembly/indexedRun';
import { type RunIndex, runIndex } from '../../../server/src/runs/index/runIndex';
import type { FileRecord } from '../../../server/src/runs/reading/fileRecord';
import { titleDigests } from '../../kit/titleDigests';

/** The index of files below `file:///work`, each as a test tells it. */
export function indexOf(...records: FileRecord[]): RunIndex {
  const index = runIndex({ folders: () => ['file:///work'], digestsOf: titleDigests });
  for (const record of records) index.set(record);
  return index;
}

/** The one run of this id. */
export function runOf(index: RunIndex, id: string): IndexedRun {
  const summary = index.runs().find(run => run.id === id);
  const run = summary && index.run(summary.key);
  if (!run) throw new Error(`no run ${id}`);
  return run;
}
