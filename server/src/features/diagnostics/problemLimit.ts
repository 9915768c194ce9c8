import type { Diagnostic } from 'vscode-languageserver-types';
import type { ProblemCounts } from '../../model/run';
import type { Severity } from '../../model/severity';

export const DIAGNOSTIC_SOURCE = 'agent-envelopes';

interface Rated {
  severity: Severity;
}

/** Keeps the worst items up to the limit, among equals the first ones, in the given order. */
export function worstItems<T extends Rated>(items: readonly T[], limit: number): readonly T[] {
  if (items.length <= limit) return items;
  const errors: T[] = [];
  for (const item of items) {
    // Where errors alone reach the limit, the rest need not be looked at.
    if (item.severity === 'error' && errors.push(item) >= limit) return errors;
  }
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of items) counts[severity]++;
  return items.filter(takeWhileRoom(roomBySeverity(counts, limit)));
}

/** The number of items of each severity that fit into a list of the worst ones, where there are at least so many. */
export function roomBySeverity({ error, warning }: Readonly<ProblemCounts>, limit: number): ProblemCounts {
  return { error: limit, warning: Math.max(0, limit - error), info: Math.max(0, limit - error - warning) };
}

/** Makes a filter that accepts items as long as there is room for their severity, and takes up that room. */
export function takeWhileRoom(room: ProblemCounts): (item: Rated) => boolean {
  return ({ severity }) => room[severity]-- > 0;
}

/** Adds a first diagnostic, at the start of the file, that says how many problems are not listed, if any. */
export function withUnlistedNotice(listed: Diagnostic[], unlisted: number, limit: number): Diagnostic[] {
  if (unlisted <= 0) return listed;
  const start = { line: 0, character: 0 };
  const message = unlistedMessage(unlisted, limit);
  return [{ range: { start, end: start }, severity: INFORMATION, source: DIAGNOSTIC_SOURCE, message }, ...listed];
}

const INFORMATION = 3;

function unlistedMessage(unlisted: number, limit: number): string {
  const more =
    unlisted === 1
      ? 'One more problem in this file is not listed'
      : `${unlisted.toLocaleString('en-US')} more problems in this file are not listed`;
  return `${more}: the setting agentEnvelopes.maxProblems limits the list to ${limit.toLocaleString('en-US')}.`;
}
