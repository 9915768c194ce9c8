import type { Problem } from '../model/analysis';
import type { Severity } from '../model/severity';

interface LimitedFinding {
  rule: string;
  severity: Severity;
  /** The number of findings that it replaces. */
  omitted?: number;
}

/**
 * Keeps the first findings of each rule, up to the limit, and adds one with the number omitted. Each severity is
 * counted by itself, so errors are never hidden by warnings.
 *
 * @param notice makes the finding for those omitted; called with the first of them
 */
export function limitFindings<F extends LimitedFinding>(
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

/** Per rule and part: nobody reads more before fixing the first ones. */
export const MOST_FINDINGS = 500;

/** The message for omitted findings. */
export function omittedMessage(omitted: number): string {
  return omitted === 1
    ? 'One more problem of this kind is not shown here.'
    : `${omitted.toLocaleString('en-US')} more problems of this kind are not shown here.`;
}

/** Replaces omitted problems, at the first of them. */
export function omittedProblem<P extends Omit<Problem, 'part'>>(first: P, omitted: number, message: string): P {
  const { declarations: _, missing: __, ...problem } = first;
  return { ...problem, message, omitted, fixes: [] } as unknown as P;
}
