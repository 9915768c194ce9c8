import { readingFamilies } from '../families/readingFamilies';
import type { IndexedRun } from '../runs/assembly/indexedRun';
import { runIndex } from '../runs/index/runIndex';
import { readLines } from '../runs/reading/readEntries';

/** The runs in lines of a log, in no order. Each line is read on its own: broken ones are ignored. */
export function runsInLines(lines: readonly string[]): IndexedRun[] {
  const index = runIndex(() => [FOLDER]);
  const entries = readLines(lines, 0, { families: readingFamilies, association: undefined });
  const size = lines.reduce((sum, line) => sum + line.length + 1, 0);
  index.set({ uri: `${FOLDER}/run.jsonl`, entries, changedAt: 0, size });
  return index.runs().flatMap(({ key }) => index.run(key) ?? []);
}

const FOLDER = 'file:///store';
