import type { Context } from '../../analysis/analyse';
import { isIgnored } from '../../analysis/suppression/isIgnored';
import { isSyntaxProblem } from '../../rules/isSyntaxProblem';
import { type FileRecord, familyOf, type RunProblem } from '../index/fileRecord';
import { runFindings } from './runFindings';
import { exceedsRunRuleLimits, isRunRuleFile, totalsOf } from './runRuleLimits';
import { type RunRuleFile, runsToCheck } from './runsToCheck';

/** The problems that the records of a folder have in their runs; files without any are left out. */
export function runRuleProblems(
  records: readonly FileRecord[],
  context: Pick<Context, 'families' | 'severities'>,
  valuesOf: (record: FileRecord) => RunRuleFile['valueIn'],
): Map<string, Record<string, RunProblem[]>> {
  const found = new Map<string, Record<string, RunProblem[]>>();
  const judged = new Set(context.families.flatMap(({ id, runRules }) => (runRules.length > 0 ? id : [])));
  const kinds = new Map(context.families.flatMap(family => family.kinds.map(kind => [kind.id, kind])));
  const files = records
    .filter(({ uri }) => isRunRuleFile(uri))
    .map(record => ({ ...record, entries: record.entries.filter(entry => judged.has(familyOf(entry))) }));
  const held = totalsOf(files);
  // Of a folder with more the editor says what a file that is open tells itself.
  if (held.entries < 2 || exceedsRunRuleLimits(held)) return found;
  const byUri = new Map(files.map(record => [record.uri, record]));
  const told = files.map(record => ({ record, valueIn: valuesOf(record) }));
  for (const run of runsToCheck(told, { isWhole: true })) {
    for (const { at, rule, severity, message, path, on } of runFindings(run, context)) {
      // What could not be read to its end has that one problem.
      if (byUri.get(at.file.uri)?.checks?.[at.part]?.rules.some(id => isSyntaxProblem({ rule: id }))) continue;
      const kind = kinds.get(at.draft.kind);
      if (kind && isIgnored(at.value(), kind, path, rule)) continue;
      const checks = found.get(at.file.uri) ?? {};
      found.set(at.file.uri, checks);
      const problems = checks[at.part] ?? [];
      checks[at.part] = problems;
      problems.push({ rule, severity, message, path: [...path], ...(on && { on }) });
    }
  }
  return found;
}
