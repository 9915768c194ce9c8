import type { AnalysedPart, Problem, Suppression } from '../../model/analysis';
import type { Markdown } from '../../model/markdown';
import type { Part } from '../../model/part';
import type { KnownNames } from '../../model/rule';
import { rangeOf } from '../../parts/positions';
import { jsonComments } from '../../text/json/jsonComments';
import { markdownComments } from '../../text/markdown/parseMarkdown';
import { limitFindings, omittedProblem } from '../limitFindings';
import { COMMENT, commentSuppressions } from './comments';

interface SuppressionsInOptions {
  /** Includes a root that is split into parts. */
  parts: readonly Part[];
  markdownOf(part: Part): Markdown | undefined;
  known: KnownNames;
}

/** The suppressions in a file's comments, and the problems of those comments. */
export function suppressionsIn({ parts, markdownOf, known }: SuppressionsInOptions): {
  suppressions: Suppression[];
  problems: Problem[];
} {
  const found = parts.flatMap(part => {
    if (part.lang === 'json' || !part.text.includes(COMMENT)) return [];
    if (part.lang === 'jsonc')
      return [commentSuppressions({ part, comments: jsonComments(part.text), blocks: [] }, known)];
    const markdown = markdownOf(part);
    if (!markdown) return [];
    const blocks = [...markdown.fences, ...markdown.tables].sort((one, two) => one.start - two.start);
    return [commentSuppressions({ part, comments: markdownComments(markdown), blocks }, known)];
  });
  return {
    suppressions: found.flatMap(one => one.suppressions),
    problems: found.flatMap(one => [...limitFindings(one.problems, omittedProblem)]),
  };
}

/** Adds problems to parts. A part that gets its first problems, and is not in the list yet, comes first. */
export function withProblems(parts: readonly AnalysedPart[], problems: readonly Problem[]): readonly AnalysedPart[] {
  if (problems.length === 0) return parts;
  const byPart = new Map<Part, Problem[]>();
  for (const problem of problems) {
    const some = byPart.get(problem.part);
    if (some) some.push(problem);
    else byPart.set(problem.part, [problem]);
  }
  const known = new Set(parts.map(({ part }) => part));
  const roots = [...byPart].filter(([part]) => !known.has(part));
  return [
    ...roots.map(([part, own]) => ({ part, value: undefined, problems: own })),
    ...parts.map(one => {
      const more = byPart.get(one.part);
      return more ? { ...one, problems: [...one.problems, ...more].sort(byPlace) } : one;
    }),
  ];
}

function byPlace(one: Problem, two: Problem): number {
  const [own, other] = [rangeOf(one.part, one.span).start, rangeOf(two.part, two.span).start];
  return own.line - other.line || own.character - other.character;
}
