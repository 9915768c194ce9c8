import { readingFamilies } from '../families/readingFamilies';
import type { IndexedRun } from '../runs/assembly/indexedRun';
import { textDigests } from '../runs/assembly/textDigests';
import { runIndex } from '../runs/index/runIndex';
import { readLines } from '../runs/reading/readEntries';
import { sourceFile } from '../text/lines';

/** The runs in lines of a log, in no order. Each line is read on its own: broken ones are ignored. */
export function runsInLines(lines: readonly string[]): IndexedRun[] {
  const entries = readLines(lines, 0, { families: readingFamilies, association: undefined });
  const text = lines.join('\n');
  const file = sourceFile(`${FOLDER}/run.jsonl`, 'jsonl', text);
  const nothing = () => ({ fault: 'is not on disk.' });
  const digestsOf = textDigests({ access: { text: nothing, log: nothing }, openedAt: () => file });
  const index = runIndex({ folders: () => [FOLDER], digestsOf });
  index.set({ uri: file.uri, entries, changedAt: 0, size: text.length });
  return index.runs().flatMap(({ key }) => index.run(key) ?? []);
}

const FOLDER = 'file:///store';
