import type { Family } from '../model/family';
import type { CheckedRun, RunFinding, RunRule, Severity } from '../model/rule';
import { familyOf } from './fileRecord';

export type FoundInRun = RunFinding & { rule: string; severity: Severity };

/** What the rules say of a run: those of the families that tell of it. */
export function runFindings(run: CheckedRun, families: readonly Family[]): FoundInRun[] {
  const told = new Set(
    run.steps.flatMap(({ draft, answer }) => (answer ? [familyOf(draft), familyOf(answer.draft)] : familyOf(draft))),
  );
  const rules = new Set<RunRule>(families.flatMap(({ id, runRules }) => (told.has(id) ? runRules : [])));
  const found: FoundInRun[] = [];
  for (const { id, severity, check } of rules) {
    check(run, finding => found.push({ severity, ...finding, rule: id }));
  }
  return found;
}
