import type { Context } from '../../analysis/analyse';
import { ruleSeverity } from '../../analysis/severities';
import type { CheckedRun, RunFinding, RunRule, Severity } from '../../model/rule';
import { familyOf } from '../index/fileRecord';

export type RunRuleFinding = RunFinding & { rule: string; severity: Severity };

/** What the rules say of a run: those of the families that tell of it, under the settings. */
export function runFindings(
  run: CheckedRun,
  { families, severities }: Pick<Context, 'families' | 'severities'>,
): RunRuleFinding[] {
  const told = new Set(
    run.steps.flatMap(({ draft, answer }) => (answer ? [familyOf(draft), familyOf(answer.draft)] : familyOf(draft))),
  );
  const rules = new Set<RunRule>(families.flatMap(({ id, runRules }) => (told.has(id) ? runRules : [])));
  const found: RunRuleFinding[] = [];
  for (const { id, severity, check } of rules) {
    const wanted = ruleSeverity(severities, id);
    if (wanted === 'off') continue;
    check(run, finding => found.push({ ...finding, severity: wanted ?? finding.severity ?? severity, rule: id }));
  }
  return found;
}
