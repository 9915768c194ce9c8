import type { Context } from '../analysis/analyse';
import { isIgnored } from '../analysis/suppression/isIgnored';
import { isCheckedFile } from './checkedFiles';
import { checkedRuns, type ToldFile } from './checkedRuns';
import { type FileRecord, familyOf, type RunProblem } from './fileRecord';
import { runFindings } from './runFindings';

// More takes longer than a small piece of work may. Of such folders the editor says what a file that is open tells itself.
const MOST_FILES = 101;
const MOST_ENTRIES = 20_000;
const LARGEST_IN_ALL = 8_000_000;

/** The problems that the records of a folder have in their runs; files without any are left out. */
export function folderChecks(
  records: readonly FileRecord[],
  context: Pick<Context, 'families' | 'severities'>,
  valuesOf: (record: FileRecord) => ToldFile['valueIn'],
): Map<string, Record<string, RunProblem[]>> {
  const found = new Map<string, Record<string, RunProblem[]>>();
  const judged = new Set(context.families.flatMap(({ id, runRules }) => (runRules.length > 0 ? id : [])));
  const files = records
    .filter(({ uri }) => isCheckedFile(uri))
    .map(record => ({ ...record, entries: record.entries.filter(entry => judged.has(familyOf(entry))) }));
  if (isMuch(files)) return found;
  const byUri = new Map(files.map(record => [record.uri, record]));
  const told = files.map(record => ({ record, valueIn: valuesOf(record) }));
  for (const run of checkedRuns(told, true)) {
    for (const { at, rule, severity, message, path, on } of runFindings(run, context)) {
      // What could not be read to its end has that one problem.
      if (byUri.get(at.file.uri)?.checks?.[at.part]?.rules.some(one => one.startsWith('syntax'))) continue;
      if (isIgnored(at.value(), path, rule)) continue;
      const checks = found.get(at.file.uri) ?? {};
      found.set(at.file.uri, checks);
      const problems = checks[at.part] ?? [];
      checks[at.part] = problems;
      problems.push({ rule, severity, message, path: [...path], ...(on && { on }) });
    }
  }
  return found;
}

function isMuch(files: readonly FileRecord[]): boolean {
  const entries = files.reduce((sum, one) => sum + one.entries.length, 0);
  const size = files.reduce((sum, one) => sum + one.size, 0);
  return entries < 2 || files.length > MOST_FILES || entries > MOST_ENTRIES || size > LARGEST_IN_ALL;
}
