import type { Pattern } from '../../../server/src/shared/protocol';

/** The patterns recognised at a step: `parallel, then loop ×1`; undefined if there are none. */
export function patternsHeading(patterns: readonly Pattern[], step: number): string | undefined {
  const names: string[] = [];
  for (const pattern of patternsKnownAt(patterns, step)) {
    const name = nameOf(pattern, step);
    if (names.at(-1) !== name) names.push(name);
  }
  if (names.length === 0) return undefined;
  const shown = names.slice(0, MOST).join(', then ');
  return names.length > MOST ? `${shown}, and ${names.length - MOST} more` : shown;
}

const MOST = 3;

/** The patterns recognised up to a step, in order of recognition. */
export function patternsKnownAt(patterns: readonly Pattern[], step: number): Pattern[] {
  return patterns.filter(({ known }) => known <= step).sort((one, other) => one.known - other.known);
}

/** The number of a loop's rounds up to a step. */
export function roundsUpTo({ rounds = [] }: Pattern, step: number): number {
  const next = rounds.findIndex(round => round > step);
  return next < 0 ? rounds.length : next;
}

function nameOf(pattern: Pattern, step: number): string {
  const rounds = roundsUpTo(pattern, step);
  return pattern.is === 'loop' && rounds > 0 ? `loop ×${rounds}` : pattern.is;
}
