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
  /** What leads from the file as it was to this one: the lines that differ, and of these what differs. */
  changes: TextChange[];
  /** The fixes that were carried out. */
  applied: { rule: string; title: string }[];
}

/**
 * Carries out all fixes of a file that need no asking: those that are marked as certain, one after the other until there
 * is nothing left to do. What would bring up a problem that was not there before is left alone. So a second run changes
 * nothing. Envelopes in the blocks of a document are left alone, unless one rule is asked for. Pure, but that the disk may not be read yet: see `Disk`.
 *
 * @param rule where only the problems of one rule are to be mended
 */
export function fixAll(file: SourceFile, context: Context, { rule }: { rule?: string } = {}): FixedFile {
  // Made here, as those after each turn: the problems of runs would be gone after the first, and make up for others.
  const fixing: Fixing = { lines: trackFile(file), ...analyse(file, context), applied: [], refused: new Set() };
  const { applied, refused } = fixing;
  const mostTurns = Math.max(
    FEW_TURNS,
    Math.min(MOST_TURNS, MOST_READ / file.lines.reduce((sum, one) => sum + one.length, 1)),
  );
  let turns = 0;
  for (let before = -1; before < applied.length; ) {
    before = applied.length;
    // What was refused may be welcome after the others.
    refused.clear();
    // Each turn carries out a fix or refuses one.
    while (turns++ < mostTurns && next(fixing, context, rule));
  }
  const { lines } = fixing;
  return { file: lines.file, changes: applied.length === 0 ? [] : trackedChanges(file, lines), applied };
}

const MOST_TURNS = 1000;
const FEW_TURNS = 20;
// In characters: each turn reads the file once more. A long file of very many faults is mended in several runs.
const MOST_READ = 20_000_000;

interface Fixing {
  lines: TrackedFile;
  /** Of the file as it is by now. */
  analysis: Analysis;
  cache?: Cache;
  applied: { rule: string; title: string }[];
  /** Fixes that would have brought up something else. */
  refused: Set<string>;
}

/** A certain fix of a problem, and what it changes. */
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
  // All at once where that goes well; else in halves, down to the one that does not.
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

// The envelopes in a document are examples, and some are there to show what is wrong: of these one rule may be asked for.
function isDocument({ part }: AnalysedPart): boolean {
  return part.lang === 'markdown' && part.parent === undefined;
}

function candidatesIn(part: AnalysedPart, refused: ReadonlySet<string>, rule: string | undefined): Candidate[] {
  return part.problems.flatMap(problem => {
    const fix = rule === undefined || problem.rule === rule ? certainFix(problem) : undefined;
    if (!fix || refused.has(idOf(problem, fix))) return [];
    // What is made up is never certain.
    const changes = fixEdits(part, fix, generateNothing);
    return changes.length > 0 ? [{ problem, fix, changes }] : [];
  });
}

/** The one fix of a problem that needs no asking; none where there are two. */
export function certainFix({ fixes }: Pick<Problem, 'fixes'>): FixPlan | undefined {
  const [fix, ...others] = fixes.filter(({ certain }) => certain);
  return others.length === 0 ? fix : undefined;
}

function idOf({ rule, message, part }: Problem, { title }: FixPlan): string {
  return JSON.stringify([part.id, rule, message, title]);
}

/** In the order of the file, those that don't touch each other, and that don't bring the same name into one object. */
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

/** Are at least so many problems gone, and has no rule more to say than before? So it goes down, and comes to an end. */
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
