import type { Problem } from '../model/analysis';
import type { Severity } from '../model/severity';

interface Limited {
  rule: string;
  severity: Severity;
  /** It stands for so many that are left out. */
  omitted?: number;
}

/**
 * Keeps so many findings of each rule as anybody reads, the first ones, and adds one that says how many more there are. What counts
 * more is never hidden by what counts less: those of each severity are counted by themselves.
 *
 * @param notice makes the finding that stands for those left out of its kind; given the first of these.
 */
export function limitFindings<F extends Limited>(
  findings: readonly F[],
  notice: (first: F, omitted: number, message: string) => F,
  most: number = MOST_FINDINGS,
): readonly F[] {
  if (findings.length <= most) return findings;
  const kept: F[] = [];
  const groups = new Map<string, { first: F; known: number; omitted: number }>();
  for (const finding of findings) {
    const { rule, severity, omitted } = finding;
    const key = `${severity} ${rule}`;
    const group = groups.get(key) ?? { first: finding, known: 0, omitted: 0 };
    groups.set(key, group);
    if (omitted !== undefined) group.omitted += omitted;
    else if (++group.known <= most) kept.push(finding);
    else {
      if (group.known === most + 1) group.first = finding;
      group.omitted++;
    }
  }
  for (const { first, omitted } of groups.values())
    if (omitted > 0) kept.push(notice(first, omitted, omittedMessage(omitted)));
  return kept;
}

/** Of one rule in one part: what lies beyond nobody reads before the first of them are mended. */
export const MOST_FINDINGS = 500;

/** What is said of findings that are left out. */
export function omittedMessage(omitted: number): string {
  return omitted === 1
    ? 'One more problem of this kind is not shown here.'
    : `${omitted.toLocaleString('en-US')} more problems of this kind are not shown here.`;
}

/** Stands for problems that are left out, where the first of them is. */
export function omittedProblem({ rule, severity, part, span }: Problem, omitted: number, message: string): Problem {
  return { rule, severity, message, omitted, part, span, fixes: [] };
}
