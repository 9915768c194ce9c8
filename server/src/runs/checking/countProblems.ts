import type { Analysis } from '../../model/analysis';
import type { Part } from '../../model/part';
import { addProblemCounts } from '../assembly/stepRef';
import { type FileRecord, NO_PROBLEMS, type PartCheck, sureEntries } from '../reading/fileRecord';

/**
 * Counts the problems of each part that has any, by part id.
 *
 * @param firstLine if only some lines of a log were analysed: the index of the first
 */
export function countProblems({ parts }: Analysis, firstLine = 0): Record<string, PartCheck> {
  const checks: Record<string, PartCheck> = {};
  for (const { part, problems } of parts) {
    if (problems.length === 0) continue;
    const id = idOf(part, firstLine);
    const known = checks[id];
    const rules = new Set(known?.rules);
    const counts = { ...(known?.problems ?? NO_PROBLEMS) };
    for (const { rule, severity } of problems) {
      counts[severity]++;
      rules.add(rule);
    }
    checks[id] = { problems: counts, rules: [...rules] };
  }
  return checks;
}

// A document that an envelope carries is part of that envelope.
function idOf({ id, lang, parent, oneLine }: Part, firstLine: number): string {
  if (lang === 'markdown' && parent) return idOf(parent, firstLine);
  return oneLine && firstLine > 0 ? `line ${Number(id.slice('line '.length)) + firstLine}` : id;
}

/** The problems of a file that belong to no step, such as those of an unreadable line. */
export function strayProblems(record: FileRecord): PartCheck | undefined {
  const checks = Object.entries(record.checks ?? {});
  if (checks.length === 0) return undefined;
  const parts = new Set(sureEntries(record).map(({ part }) => part));
  const stray = checks.filter(([part]) => !parts.has(part)).map(([, check]) => check);
  if (stray.length === 0) return undefined;
  return {
    problems: stray.map(({ problems }) => problems).reduce(addProblemCounts),
    rules: [...new Set(stray.flatMap(({ rules }) => rules))],
  };
}
