import { analyse, type Context } from '../analysis/analyse';
import type { AnalysedPart, Analysis, Problem } from '../model/analysis';
import type { FixPlan } from '../model/rule';
import type { SourceFile, TextChange } from '../model/text';
import { fixEdits } from './fixEdits';
import { changed, type Tracked, tracked, trackedChanges } from './trackedLines';

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
 * nothing. Pure, but that the disk may not be read yet: see `Disk`.
 *
 * @param rule where only the problems of one rule are to be mended
 */
export function fixAll(analysis: Analysis, context: Context, { rule }: { rule?: string } = {}): FixedFile {
  const fixing: Fixing = { lines: tracked(analysis.file), analysis, applied: [], refused: new Set() };
  // Each turn carries out a fix or refuses one for good.
  for (let turn = 0; turn < MOST_TURNS && next(fixing, context, rule); turn++);
  const { lines, applied } = fixing;
  return { file: lines.file, changes: applied.length === 0 ? [] : trackedChanges(analysis.file, lines), applied };
}

const MOST_TURNS = 1000;

interface Fixing {
  lines: Tracked;
  /** Of the file as it is by now. */
  analysis: Analysis;
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
  const candidates = apart(fixing.analysis.parts.flatMap(part => candidatesIn(part, fixing.refused, rule)));
  if (candidates.length === 0) return false;
  // All at once where that goes well; else in halves, down to the one that does not.
  for (let some = candidates; ; some = some.slice(0, Math.ceil(some.length / 2))) {
    const lines = changed(
      fixing.lines,
      some.flatMap(({ changes }) => changes),
    );
    const { analysis } = analyse(lines.file, context);
    if (isBetter(fixing.analysis, analysis, some.length)) {
      fixing.applied.push(...some.map(({ problem, fix }) => ({ rule: problem.rule, title: fix.title })));
      Object.assign(fixing, { lines, analysis });
      return true;
    }
    const [only] = some;
    if (only && some.length === 1) {
      fixing.refused.add(idOf(only.problem, only.fix));
      return true;
    }
  }
}

// What a fix makes up is never certain.
const NOTHING = () => undefined;

function candidatesIn(part: AnalysedPart, refused: ReadonlySet<string>, rule: string | undefined): Candidate[] {
  return part.problems.flatMap(problem => {
    const fix = rule === undefined || problem.rule === rule ? certainFix(problem) : undefined;
    if (!fix || refused.has(idOf(problem, fix))) return [];
    const changes = fixEdits(part, fix, NOTHING);
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

/** In the order of the file, those that come no nearer to each other than lines apart; of others the first. */
function apart(candidates: readonly Candidate[]): Candidate[] {
  const byPlace = candidates
    .map(one => ({ one, start: Math.min(...one.changes.map(startLine)), end: Math.max(...one.changes.map(endLine)) }))
    .sort((a, b) => a.start - b.start);
  let end = -1;
  return byPlace.flatMap(({ one, start, end: last }) => {
    if (start <= end) return [];
    end = last;
    return [one];
  });
}

const startLine = ({ range }: TextChange) => range.start.line;
const endLine = ({ range }: TextChange) => range.end.line;

/** Are at least so many problems gone, and has no rule more to say than before? So it goes down, and comes to an end. */
function isBetter(before: Analysis, after: Analysis, fixed: number): boolean {
  const left = new Map<string, number>();
  const all = ({ parts }: Analysis) => parts.flatMap(({ problems }) => problems);
  for (const { rule } of all(before)) left.set(rule, (left.get(rule) ?? 0) + 1);
  for (const { rule } of all(after)) left.set(rule, (left.get(rule) ?? 0) - 1);
  return [...left.values()].every(count => count >= 0) && all(before).length - all(after).length >= fixed;
}
