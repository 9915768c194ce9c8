import type { ProblemCounts } from '../../model/run';
import type { IndexedRun } from '../../runs/assembly/indexedRun';
import type { RunIndex } from '../../runs/index/runIndex';
import { formatNumber, t } from '../../shared/l10n';
import type { TreeNode } from '../../shared/lspExtensions';

/** Returns the property `problems` of a tree node, to spread into the node; an empty object if all counts are 0. */
export function withProblems(problems: ProblemCounts): Pick<TreeNode, 'problems'> {
  return isNone(problems) ? {} : { problems: { ...problems } };
}

/** Returns `2 errors, 1 warning`; undefined if all counts are 0. */
export function problemsText({ error, warning, info }: ProblemCounts): string | undefined {
  const words = [
    error > 0 && (error === 1 ? t`1 error` : t`${formatNumber(error)} errors`),
    warning > 0 && (warning === 1 ? t`1 warning` : t`${formatNumber(warning)} warnings`),
    info > 0 && (info === 1 ? t`1 info` : t`${formatNumber(info)} infos`),
  ].filter(Boolean);
  return words.length > 0 ? words.join(', ') : undefined;
}

export function sumOfProblems(all: Iterable<ProblemCounts>): ProblemCounts {
  const sum = { error: 0, warning: 0, info: 0 };
  for (const { error, warning, info } of all) {
    sum.error += error;
    sum.warning += warning;
    sum.info += info;
  }
  return sum;
}

/** Counts the problems of a step and of its nested steps, which a collapsed node hides. */
export function problemsBelow(run: IndexedRun, index: number): ProblemCounts {
  if (isNone(run.summary.problems)) return run.summary.problems;
  const found: ProblemCounts[] = [];
  const pending = [index];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    found.push(run.step(next).problems);
    for (const child of run.children(next)) pending.push(child);
  }
  return sumOfProblems(found);
}

function isNone({ error, warning, info }: ProblemCounts): boolean {
  return error + warning + info === 0;
}

/** Returns the JSON files that contain runs, up to a limit. */
export function runFiles({ runs }: Pick<RunIndex, 'runs'>): string[] {
  const files = new Set<string>();
  for (const run of runs()) {
    for (const file of run.files) if (/\.json$/i.test(file)) files.add(file);
    if (files.size >= MOST) break;
  }
  return [...files].slice(0, MOST);
}

// The list becomes part of a `when` clause of the editor's menus.
const MOST = 2000;
