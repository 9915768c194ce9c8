import type { IndexedRun } from '../../server/src/runs/assembly/indexedRun';
import { type RunIndex, runIndex } from '../../server/src/runs/index/runIndex';
import type { FileRecord } from '../../server/src/runs/reading/fileRecord';
import { titleDigests } from '../kit/titleDigests';

export const FOLDER = 'file:///work';

export function indexOf(...records: FileRecord[]): RunIndex {
  const index = runIndex({ folders: () => [FOLDER], digestsOf: titleDigests });
  for (const record of records) index.set(record);
  return index;
}

/** The runs by name, each with the titles of its steps. */
export function shown(index: RunIndex): string[] {
  return index
    .runs()
    .map(({ key, id }) => {
      const run = index.run(key);
      return `${id}: ${
        run
          ? stepsOf(run)
              .map(({ title }) => title)
              .join(', ')
          : '?'
      }`;
    })
    .sort();
}

export function stepsOf(run: IndexedRun) {
  return Array.from({ length: run.summary.steps }, (_, index) => run.step(index));
}

export function reachable(run: IndexedRun, index?: number): number[] {
  return run.children(index).flatMap(child => [child, ...reachable(run, child)]);
}

export function runOf(index: RunIndex, id: string): IndexedRun {
  const summary = index.runs().find(run => run.id === id);
  const run = summary && index.run(summary.key);
  if (!run) throw new Error(`no run ${id}`);
  return run;
}
