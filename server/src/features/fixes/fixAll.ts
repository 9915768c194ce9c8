import { analyse, type Cache, type Context } from '../../analysis/analyse';
import type { AnalysedPart, Analysis, Problem } from '../../model/analysis';
import type { FixPlan } from '../../model/rule';
import type { Position, Span, TextChange, TextFile } from '../../model/text';
import { generateNothing } from '../../slots/sampleValue';
import { comparePositions } from '../../text/lines';
import { fixEdits } from './fixEdits';

/** The result of applying all safe fixes to a file (`certain` in `model/rule.ts`): its new text, the changes, and the applied fixes. */
export interface FixedFile {
  file: TextFile;
  /** The minimal changes from the original file to `file`. */
  changes: TextChange[];
  /** The applied fixes. */
  applied: { rule: string; title: string }[];
}

/**
 * Applies all fixes of a file that are safe without asking, until none is left, so that a second run changes nothing. Skips a fix that
 * would cause a new problem, and envelopes in code blocks of Markdown unless `rule` is given. The result may be incomplete while the disk
 * is not loaded (see `Disk`).
 *
 * @param rule fixes only problems of this rule
 */
export function fixAll(file: TextFile, context: Context, { rule }: { rule?: string } = {}): FixedFile {
  // Analysed here, without run problems, as after each turn: they would disappear after the first turn and seem fixed.
  const fixing: Fixing = { lines: trackFile(file), ...analyse(file, context), applied: [], refused: new Set() };
  const { applied, refused } = fixing;
  const mostTurns = Math.max(
    FEW_TURNS,
    Math.min(MOST_TURNS, MOST_READ / file.lines.reduce((sum, one) => sum + one.length, 1)),
  );
  let turns = 0;
  for (let before = -1; before < applied.length; ) {
    before = applied.length;
    // A rejected fix may become possible after other fixes.
    refused.clear();
    // Each turn applies or rejects a fix.
    while (turns++ < mostTurns && next(fixing, context, rule));
  }
  const { lines } = fixing;
  return { file: lines.file, changes: applied.length === 0 ? [] : trackedChanges(file, lines), applied };
}

const MOST_TURNS = 1000;
const FEW_TURNS = 20;
// In characters, over all turns, each of which reads the file again. A long file with very many problems takes several runs.
const MOST_READ = 20_000_000;

interface Fixing {
  lines: TrackedFile;
  /** The analysis of the current file. */
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
  // Tries all candidates at once, then halves, down to the single candidate that fails.
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

// Envelopes in a document are examples, some deliberately wrong: fixed only for a requested rule.
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

/** Returns the only certain fix of a problem; undefined if there is none, or more than one. */
export function certainFix({ fixes }: Pick<Problem, 'fixes'>): FixPlan | undefined {
  const [fix, ...others] = fixes.filter(({ certain }) => certain);
  return others.length === 0 ? fix : undefined;
}

function idOf({ rule, message, part }: Problem, { title }: FixPlan): string {
  return JSON.stringify([part.id, rule, message, title]);
}

/** Selects candidates, in file order, that neither overlap nor add the same name to an object. */
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

/** Returns whether at least this many problems are gone and no rule reports more than before. Guarantees termination. */
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

/** A file being changed, with the original index of each line; -1 for a changed line. */
interface TrackedFile {
  file: TextFile;
  origins: readonly number[];
}

/** Starts tracking an unchanged file. */
function trackFile(file: TextFile): TrackedFile {
  return { file, origins: file.lines.map((_, line) => line) };
}

/** Applies changes that do not overlap. All ranges refer to the file before. */
function applyTrackedChanges({ file, origins }: TrackedFile, changes: readonly TextChange[]): TrackedFile {
  const lines: string[] = [];
  const from: number[] = [];
  let line = 0;
  let character = 0;
  // The beginning of the current line, as far as it is written.
  let begun = '';
  const copyTo = (end: number) => {
    if (line === end) return;
    lines.push(begun + (file.lines[line] ?? '').slice(character));
    from.push(character === 0 && begun === '' ? (origins[line] ?? -1) : -1);
    for (let whole = line + 1; whole < end; whole++) {
      lines.push(file.lines[whole] ?? '');
      from.push(origins[whole] ?? -1);
    }
    line = end;
    character = 0;
    begun = '';
  };
  for (const { range, text } of changes.toSorted(byPlace)) {
    copyTo(range.start.line);
    const written = text.split('\n');
    written[0] = begun + (file.lines[line] ?? '').slice(character, range.start.character) + written[0];
    begun = written.pop() ?? '';
    for (const one of written) {
      lines.push(one);
      from.push(-1);
    }
    ({ line, character } = range.end);
  }
  copyTo(file.lines.length);
  return { file: { ...file, lines }, origins: from };
}

/** Returns the minimal changes from the original file to the current one. */
function trackedChanges(first: TextFile, { file, origins }: TrackedFile): TextChange[] {
  const changes: TextChange[] = [];
  let before = 0;
  let now = 0;
  const upTo = (beforeEnd: number, nowEnd: number) => {
    const [was, is] = [first.lines.slice(before, beforeEnd), file.lines.slice(now, nowEnd)];
    if (was.length === is.length)
      was.forEach((line, index) => changes.push(...differing([line], [is[index] ?? ''], before + index)));
    else if (was.length > 0 && is.length > 0) changes.push(...differing(was, is, before));
    else changes.push(linesChanged(first, { start: before, end: beforeEnd }, is));
  };
  origins.forEach((origin, index) => {
    if (origin < 0) return;
    upTo(origin, index);
    before = origin + 1;
    now = index + 1;
  });
  upTo(first.lines.length, file.lines.length);
  return changes;
}

/** Returns the change that replaces whole lines. */
function linesChanged({ lines }: TextFile, { start, end }: Span, is: readonly string[]): TextChange {
  if (end < lines.length) {
    const range = { start: { line: start, character: 0 }, end: { line: end, character: 0 } };
    return { range, text: is.map(line => `${line}\n`).join('') };
  }
  // At the end of the file, includes the preceding line break.
  const from = { line: start - 1, character: lines[start - 1]?.length ?? 0 };
  const to = { line: end - 1, character: lines[end - 1]?.length ?? 0 };
  return { range: { start: from, end: to }, text: is.map(line => `\n${line}`).join('') };
}

function differing(was: readonly string[], is: readonly string[], line: number): TextChange[] {
  const [old, text] = [was.join('\n'), is.join('\n')];
  if (old === text) return [];
  const most = Math.min(old.length, text.length);
  let start = 0;
  while (start < most && old[start] === text[start]) start++;
  let rest = 0;
  while (rest < most - start && old.at(-1 - rest) === text.at(-1 - rest)) rest++;
  // Never splits a surrogate pair.
  if (isHigh(old.charCodeAt(start - 1))) start--;
  if (rest > 0 && isLow(old.charCodeAt(old.length - rest))) rest--;
  const range = { start: positionIn(old, start, line), end: positionIn(old, old.length - rest, line) };
  return [{ range, text: text.slice(start, text.length - rest) }];
}

const isHigh = (code: number) => code >= 0xd800 && code <= 0xdbff;
const isLow = (code: number) => code >= 0xdc00 && code <= 0xdfff;

function positionIn(text: string, offset: number, line: number): Position {
  const above = text.slice(0, offset).split('\n');
  return { line: line + above.length - 1, character: above.at(-1)?.length ?? 0 };
}

function byPlace({ range: one }: TextChange, { range: two }: TextChange): number {
  return comparePositions(one.start, two.start) || comparePositions(one.end, two.end);
}
