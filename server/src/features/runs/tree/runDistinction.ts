import type { RunSummary } from '../../../model/run';
import type { RunIndex } from '../../../runs/index/runIndex';
import { familyTitle } from '../familyTitle';
import { pathInFolder } from '../pathInFolder';
import { plain } from '../words';
import { runTitle, shortId } from './runTitle';

/** What distinguishes a run from others with the same title: its id, file or protocol; undefined if the title is unique. */
export function runDistinction(index: RunIndex, run: RunSummary): string | undefined {
  const known = cache.get(index);
  if (known?.revision === index.revision()) return known.marks.get(run.key);
  const marks = marksOf(index.runs());
  cache.set(index, { revision: index.revision(), marks });
  return marks.get(run.key);
}

// Cached, because it is needed for each visible run.
const cache = new WeakMap<RunIndex, { revision: number; marks: Map<string, string> }>();

function marksOf(runs: readonly RunSummary[]): Map<string, string> {
  const marks = new Map<string, string>();
  for (const duplicates of groupsBy(runs, runTitle)) if (duplicates.length > 1) mark(duplicates, MARKS, marks);
  return marks;
}

/** Candidate marks, the shortest first. Runs with the same id differ in their file or protocol. */
const MARKS: readonly ((run: RunSummary) => string)[] = [
  shortId,
  // Ids generated one after the other differ at their ends.
  ({ id }) => (id.length > LONGEST_ID ? `…${plain(id).slice(1 - LONGEST_ID)}` : ''),
  ({ id }) => plain(id),
  ({ folder, files: [file] }) => (file === undefined ? '' : shortPath(plain(pathInFolder(folder, file), 1000))),
  run => plain(familyTitle(run)),
];

// Runs that one mark does not distinguish get the next.
function mark(
  duplicates: readonly RunSummary[],
  [markOf, ...rest]: readonly ((run: RunSummary) => string)[],
  marks: Map<string, string>,
): void {
  if (!markOf) return;
  for (const same of groupsBy(duplicates, markOf)) {
    const [only] = same;
    if (same.length > 1 || !only) mark(same, rest, marks);
    else if (!['', runTitle(only)].includes(markOf(only))) marks.set(only.key, markOf(only));
  }
}

function groupsBy(runs: readonly RunSummary[], keyOf: (run: RunSummary) => string): Iterable<RunSummary[]> {
  const groups = new Map<string, RunSummary[]>();
  for (const run of runs) {
    const key = keyOf(run);
    const group = groups.get(key);
    if (group) group.push(run);
    else groups.set(key, [run]);
  }
  return groups.values();
}

// Paths differ more often at their ends than at their beginnings.
function shortPath(path: string): string {
  return path.length > LONGEST_PATH ? `…${path.slice(1 - LONGEST_PATH)}` : path;
}

const LONGEST_PATH = 60;
const LONGEST_ID = 13;
