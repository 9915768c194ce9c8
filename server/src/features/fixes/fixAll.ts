import { analyse, type Cache, type Context } from '../../analysis/analyse';
import type { AnalysedPart, Analysis, Problem } from '../../model/analysis';
import type { FixPlan } from '../../model/rule';
import type { Position, SourceFile, TextChange } from '../../model/text';
import { generateNothing } from '../../slots/valueGenerator';
import { comparePositions } from '../../text/lines';
import { fixEdits } from './fixEdits';
import { applyTrackedChanges, type TrackedFile, trackedChanges, trackFile } from './trackedLines';

/** A file after its certain fixes. */
export interface FixedFile {
  file: SourceFile;
  /** The changes from the original file to this one: only lines that differ, and in these only what differs. */
  changes: TextChange[];
  /** The applied fixes. */
  applied: { rule: string; title: string }[];
}

/**
 * Applies all certain fixes of a file, one after the other, until none is left. A fix that would cause a new problem is
 * not applied. So a second run changes nothing. Envelopes in blocks of a document are skipped, unless one rule is
 * requested. Pure, except that the disk may not be loaded yet: see `Disk`.
 *
 * @param rule fixes only the problems of this rule
 */
export function fixAll(file: SourceFile, context: Context, { rule }: { rule?: string } = {}): FixedFile {
  // Analysed here like after each turn: run problems would disappear after the first turn and seem fixed.
  const fixing: Fixing = { lines: trackFile(file), ...analyse(file, context), applied: [], refused: new Set() };
  const { applied, refused } = fixing;
  const mostTurns = Math.max(
    FEW_TURNS,
    Math.min(MOST_TURNS, MOST_READ / file.lines.reduce((sum, one) => sum + one.length, 1)),
  );
  let turns = 0;
  for (let before = -1; before < applied.length; ) {
    before = applied.length;
    // A rejected fix may be possible after others.
    refused.clear();
    // Each turn applies or rejects a fix.
    while (turns++ < mostTurns && next(fixing, context, rule));
  }
  const { lines } = fixing;
  return { file: lines.file, changes: applied.length === 0 ? [] : trackedChanges(file, lines), applied };
}

const MOST_TURNS = 1000;
const FEW_TURNS = 20;
// In characters: each turn reads the file again. A long file with very many problems takes several runs.
const MOST_READ = 20_000_000;

interface Fixing {
  lines: TrackedFile;
  /** Of the current file. */
  analysis: Analysis;
  cache?: Cache;
  applied: { rule: string; title: string }[];
  /** Fixes that would cause another problem. */
  refused: Set<string>;
}

/** A certain fix of a problem, with its changes. */
interface Candidate {
  problem: Problem;
  fix: FixPlan;
  changes: TextChange[];
}

function next(fixing: Fixing, context: Context, rule: string | undefined): boolean {
  const { file, parts } = fixing.analysis;
  const meant = rule === undefined && file.lang === 'markdown' ? parts.filter(isDocument) : parts;
  const candidates = apart(meant.flatMap(part => candidatesIn(part, fixing.refused, rule)));
  if (candidates.length === 0) return false;
  // All at once if that succeeds; else in halves, down to the one that fails.
  for (let some = candidates; ; some = some.slice(0, Math.ceil(some.length / 2))) {
    const lines = applyTrackedChanges(
      fixing.lines,
      some.flatMap(({ changes }) => changes),
    );
    const { analysis, cache } = analyse(lines.file, context, fixing.cache);
    if (isBetter(fixing.analysis, analysis, some.length)) {
      fixing.applied.push(...some.map(({ problem, fix }) => ({ rule: problem.rule, title: fix.title })));
      Object.assign(fixing, { lines, analysis, cache });
      return true;
    }
    const [only] = some;
    if (only && some.length === 1) {
      fixing.refused.add(idOf(only.problem, only.fix));
      return true;
    }
  }
}

// Envelopes in a document are examples, some of them deliberately wrong: they are fixed only for a requested rule.
function isDocument({ part }: AnalysedPart): boolean {
  return part.lang === 'markdown' && part.parent === undefined;
}

function candidatesIn(part: AnalysedPart, refused: ReadonlySet<string>, rule: string | undefined): Candidate[] {
  return part.problems.flatMap(problem => {
    const fix = rule === undefined || problem.rule === rule ? certainFix(problem) : undefined;
    if (!fix || refused.has(idOf(problem, fix))) return [];
    // A fix with generated values is never certain.
    const changes = fixEdits(part, fix, generateNothing);
    return changes.length > 0 ? [{ problem, fix, changes }] : [];
  });
}

/** The only certain fix of a problem; undefined where there are two. */
export function certainFix({ fixes }: Pick<Problem, 'fixes'>): FixPlan | undefined {
  const [fix, ...others] = fixes.filter(({ certain }) => certain);
  return others.length === 0 ? fix : undefined;
}

function idOf({ rule, message, part }: Problem, { title }: FixPlan): string {
  return JSON.stringify([part.id, rule, message, title]);
}

/** Candidates in file order that do not overlap and do not add the same name to an object. */
function apart(candidates: readonly Candidate[]): Candidate[] {
  const names = new Set<string>();
  let end: Position = { line: -1, character: 0 };
  return candidates
    .map(one => ({ one, ...reach(one.changes) }))
    .sort((a, b) => comparePositions(a.start, b.start))
    .flatMap(({ one, start, end: last }) => {
      const name = nameOf(one);
      if (comparePositions(start, end) <= 0 || (name !== undefined && names.has(name))) return [];
      end = last;
      if (name !== undefined) names.add(name);
      return [one];
    });
}

function reach(changes: readonly TextChange[]): { start: Position; end: Position } {
  const starts = changes.map(({ range }) => range.start).sort(comparePositions);
  const ends = changes.map(({ range }) => range.end).sort(comparePositions);
  return { start: starts[0] ?? NOWHERE, end: ends.at(-1) ?? NOWHERE };
}

const NOWHERE: Position = { line: 0, character: 0 };

function nameOf({ problem: { part }, fix }: Candidate): string | undefined {
  return fix.do === 'rename' ? JSON.stringify([part.id, fix.path.slice(0, -1), fix.to]) : undefined;
}

/** Whether at least this many problems are gone and no rule reports more than before. Guarantees termination. */
function isBetter(before: Analysis, after: Analysis, fixed: number): boolean {
  const left = new Map<string, number>();
  const add = ({ parts }: Analysis, sign: 1 | -1) => {
    for (const { problems } of parts)
      for (const { rule, omitted = 1 } of problems) left.set(rule, (left.get(rule) ?? 0) + sign * omitted);
  };
  add(before, 1);
  add(after, -1);
  const gone = [...left.values()];
  return gone.every(count => count >= 0) && gone.reduce((sum, count) => sum + count, 0) >= fixed;
}
