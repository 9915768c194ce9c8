import type { AnalysedPart } from '../model/analysis';

const known = new WeakMap<readonly AnalysedPart[], readonly AnalysedPart[]>();

/** The parts that have problems, in order. Most parts of a log have none. */
export function faultyParts(parts: readonly AnalysedPart[]): readonly AnalysedPart[] {
  const before = known.get(parts);
  if (before) return before;
  const faulty = parts.filter(hasProblems);
  known.set(parts, faulty);
  return faulty;
}

/** Tells that two lists have the same parts with problems, so that these need not be looked for again. */
export function keepFaultyParts(before: readonly AnalysedPart[], after: readonly AnalysedPart[]): void {
  known.set(after, faultyParts(before));
}

export function hasProblems({ problems }: AnalysedPart): boolean {
  return problems.length > 0;
}
