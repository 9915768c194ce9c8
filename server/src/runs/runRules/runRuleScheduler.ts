import type { Context } from '../../analysis/analyse';
import { isIgnored } from '../../analysis/suppressions';
import { familiesWithIds, hasRunRules } from '../../families/familyOfKind';
import { isSyntaxProblem } from '../../rules/ruleNames';
import { folderOf } from '../index/recordStore';
import type { RunIndex } from '../index/runIndex';
import { type FileRecord, familyOf, type RunProblem } from '../reading/fileRecord';
import { partValues } from '../reading/readEntries';
import { judgeRuns } from './judgeRuns';
import { isRunRuleFile } from './runRuleFiles';

/** Schedules the checks of whole workflow runs by run rules, for folders whose runs changed. */
export interface RunRuleScheduler {
  /** The runs of a file may have changed. */
  changed(uri: string): void;
  /** The number of waiting folders. */
  waiting(): number;
  /** Returns the next folder, with a function that checks it in one step. */
  next(): { folder: string; check(): void } | undefined;
}

interface RunRuleSchedulerOptions {
  index: RunIndex;
  contextOf(uri: string): Context;
  /** The text of a file, from the editor or from disk. */
  textAt(uri: string): string | undefined;
  /** Called when the known problems of a file changed. */
  onChecked(uri: string): void;
}

export function runRuleScheduler({ index, contextOf, textAt, onChecked }: RunRuleSchedulerOptions): RunRuleScheduler {
  const folders = new Set<string>();

  function check(folder: string): void {
    const records = index.recordsIn(folder);
    const [first] = records;
    if (!first) return;
    const found = problemsInRuns(records, contextOf(first.uri), textAt);
    for (const record of [...records]) {
      const { inRuns, ...rest } = record;
      const now = found.get(record.uri);
      if (JSON.stringify(now) === JSON.stringify(inRuns)) continue;
      index.set(now ? { ...rest, inRuns: now } : rest);
      onChecked(record.uri);
    }
  }

  return {
    changed: uri => void folders.add(folderOf(uri)),
    waiting: () => folders.size,
    next() {
      const [folder] = folders;
      if (folder === undefined) return undefined;
      folders.delete(folder);
      return { folder, check: () => check(folder) };
    },
  };
}

/** Returns the run problems of a folder's records, by URI and part; leaves out files without any. */
function problemsInRuns(
  records: readonly FileRecord[],
  context: Pick<Context, 'families' | 'severities'>,
  textAt: RunRuleSchedulerOptions['textAt'],
): Map<string, Record<string, RunProblem[]>> {
  const problems = new Map<string, Record<string, RunProblem[]>>();
  const ids = new Set(records.flatMap(({ entries }) => [...new Set(entries.map(familyOf))]));
  const families = familiesWithIds(context.families, ids);
  const judged = new Set(families.filter(hasRunRules).map(({ id }) => id));
  const kinds = new Map(families.flatMap(family => family.kinds.map(kind => [kind.id, kind])));
  const files = records
    .filter(({ uri }) => isRunRuleFile(uri))
    .map(record => ({
      record: { ...record, entries: record.entries.filter(entry => judged.has(familyOf(entry))) },
      valueIn: partValues(record.uri, () => textAt(record.uri)),
    }));
  if (files.reduce((sum, { record }) => sum + record.entries.length, 0) < 2) return problems;
  const byUri = new Map(files.map(file => [file.record.uri, file]));
  for (const [uri, findings] of judgeRuns(files, context, { isWhole: true })) {
    const file = byUri.get(uri);
    for (const { part, kind: id, rule, severity, message, path, on } of findings) {
      // A part with a syntax error has only that problem.
      if (file?.record.checks?.[part]?.rules.some(found => isSyntaxProblem({ rule: found }))) continue;
      const kind = kinds.get(id);
      if (kind && isIgnored(file?.valueIn(part), kind, path, rule)) continue;
      const byPart = problems.get(uri) ?? {};
      problems.set(uri, byPart);
      byPart[part] ??= [];
      byPart[part]?.push({ rule, severity, message, path: [...path], ...(on && { on }) });
    }
  }
  return problems;
}
