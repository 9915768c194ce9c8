import type { Position, SourceFile, Span, TextChange } from '../../model/text';
import { comparePositions } from '../../text/lines';

/** A file under change, with the original index of each line; -1 for a changed line. */
export interface TrackedFile {
  file: SourceFile;
  origins: readonly number[];
}

/** Starts tracking an unchanged file. */
export function trackFile(file: SourceFile): TrackedFile {
  return { file, origins: file.lines.map((_, line) => line) };
}

/** Applies changes, which must not overlap, all in terms of the file before. */
export function applyTrackedChanges({ file, origins }: TrackedFile, changes: readonly TextChange[]): TrackedFile {
  const lines: string[] = [];
  const from: number[] = [];
  let line = 0;
  let character = 0;
  // The part of the current line that has been written.
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

/** The changes from the original file to the current one, limited to what differs in the changed lines. */
export function trackedChanges(first: SourceFile, { file, origins }: TrackedFile): TextChange[] {
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

/** Replaces lines that exist only before, or only after. */
function linesChanged({ lines }: SourceFile, { start, end }: Span, is: readonly string[]): TextChange {
  if (end < lines.length) {
    const range = { start: { line: start, character: 0 }, end: { line: end, character: 0 } };
    return { range, text: is.map(line => `${line}\n`).join('') };
  }
  // At the end of the file the preceding line break is included.
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
