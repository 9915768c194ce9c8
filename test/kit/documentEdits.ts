import fc from 'fast-check';
import type { Position, Range, TextFile } from '../../server/src/model/text';
import { applyChange, fileText, textFile } from '../../server/src/text/lines';

/** One step of an editing session. Numbers are taken modulo the size of the document as it is at that step. */
export type DocumentEdit =
  | { do: 'type'; at: Place; text: string }
  | { do: 'type on'; text: string }
  | { do: 'type at cursors'; at: Place; cursors: number; text: string }
  | { do: 'delete'; at: Place; lines: number; characters: number }
  | { do: 'replace all'; at: Place; text: string }
  | { do: 'copy lines'; at: Place; from: number; lines: number }
  | { do: 'cut lines'; at: Place; lines: number }
  | { do: 'move lines'; at: Place; lines: number }
  | { do: 'set whole text'; at: Place; text: string }
  | { do: 'undo' }
  | { do: 'redo' };

/** One change of a notification, as the language server protocol has it: without a range, the whole text. */
export type ContentChange = { range: Range; text: string } | { text: string };

/** A notification of changes, each of the text that those before it leave. */
export interface Notification {
  changes: readonly ContentChange[];
  /** The text behind them, with the line ends that it really has. */
  text: string;
  cursor: Position;
}

interface Place {
  line: number;
  column: number;
  /** Counts the line from that of the edit before, so that edits meet each other. */
  isNear: boolean;
  /** Moves on to the next border of an element, a string or a line: before it, or behind it. */
  border?: 'before' | 'behind' | undefined;
}

/** What people and agents type that changes the structure of a document, and pieces that parsers are wary of. */
const TYPED = [
  ...['"', '{', '}', '[', ']', ',', ':', '\\', '`', '#', '|', '-', '>', 'a', 'é', '7', ' ', '\n', '\r\n', '\r'],
  ...['\uFEFF', '\uD83D', '\uDE00', '\u2028', '//', '/*', '*/', '\\"', '\\u12', 'null', '"a": 1,', '{},', '[]'],
  ...[
    '\n```json\n',
    '\n```\n',
    '\n> ',
    '\n\n',
    '<!--',
    '-->',
    '// agent-envelopes-disable\n',
    '<!-- agent-envelopes-disable -->\n',
    '"$ignore": ["*"],',
  ],
];

const typed = fc.constantFrom(...TYPED);
const place = fc.record({
  line: fc.nat(9999),
  column: fc.nat(9999),
  isNear: fc.boolean(),
  border: fc.constantFrom(undefined, undefined, 'before' as const, 'behind' as const),
});
const lines = fc.constantFrom(1, 1, 2, 3, 3, 40);

/** Any step of an editing session; `pieces` are texts that are pasted. */
export function documentEdit(pieces: readonly string[]): fc.Arbitrary<DocumentEdit> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('type' as const), at: place, text: typed }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('type on' as const), text: typed }) },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('type' as const), at: place, text: fc.constantFrom(...pieces) }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('delete' as const),
        at: place,
        lines: fc.constantFrom(0, 0, 0, 1, 2),
        characters: fc.nat(12),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('copy lines' as const), at: place, from: fc.nat(9999), lines }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('cut lines' as const), at: place, lines }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('move lines' as const), at: place, lines }) },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('type at cursors' as const),
        at: place,
        cursors: fc.integer({ min: 2, max: 5 }),
        text: typed,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constantFrom('replace all', 'set whole text'), at: place, text: typed }),
    },
    { weight: 3, arbitrary: fc.constant({ do: 'undo' as const }) },
    { weight: 1, arbitrary: fc.constant({ do: 'redo' as const }) },
  );
}

/** Applies edits one after another, and gives what an editor says of each. */
export function* notifications(start: string, edits: readonly DocumentEdit[]): Generator<Notification> {
  const undos: ContentChange[][] = [];
  let redos: ContentChange[][] = [];
  let text = start;
  let cursor: Position = { line: 0, character: 0 };
  for (const edit of edits) {
    const isRepeated = edit.do === 'undo' || edit.do === 'redo';
    const changes = edit.do === 'undo' ? undos.pop() : edit.do === 'redo' ? redos.pop() : changesOf(edit, text, cursor);
    if (!changes || changes.length === 0) continue;
    const inverse: ContentChange[] = [];
    for (const change of changes) {
      const changed = textAfter(text, change);
      inverse.unshift(changed.inverse);
      ({ text, cursor } = changed);
    }
    if (!isRepeated) redos = [];
    (edit.do === 'undo' ? redos : undos).push(inverse);
    yield { changes, text, cursor };
  }
}

/** Applies edits one after another, and gives the file after each. */
export function* editedFiles(start: TextFile, edits: readonly DocumentEdit[]): Generator<TextFile> {
  let file = start;
  for (const { changes } of notifications(fileText(start), edits)) {
    for (const change of changes)
      file = 'range' in change ? applyChange(file, change) : textFile(file.uri, file.lang, change.text);
    yield file;
  }
}

function changesOf(
  edit: Exclude<DocumentEdit, { do: 'undo' | 'redo' }>,
  text: string,
  cursor: Position,
): ContentChange[] {
  if (edit.do === 'type on') return [insertion(cursor, edit.text)];
  const lines = linesOf(text).map(line => line.text);
  const start = positionOf(edit.at, lines, cursor);
  const linesFrom = (count: number): Range => ({
    start: { line: start.line, character: 0 },
    end: clamped({ line: start.line + count, character: 0 }, lines),
  });
  switch (edit.do) {
    case 'type':
      return [insertion(start, edit.text)];
    case 'type at cursors': {
      const last = Math.min(start.line + edit.cursors, lines.length) - 1;
      // From the last one up, as editors do, so that none moves another.
      return Array.from({ length: last - start.line + 1 }, (_, index) =>
        insertion(clamped({ line: last - index, character: start.character }, lines), edit.text),
      );
    }
    case 'delete': {
      const end = { line: start.line + edit.lines, character: start.character + edit.characters };
      return [{ range: { start, end: clamped(end, lines) }, text: '' }];
    }
    case 'replace all': {
      const found = lines[start.line]?.[start.character];
      if (found === undefined) return [];
      const places = lines.flatMap((line, at) =>
        [...line.matchAll(/./gsu)].flatMap(({ 0: one, index }) =>
          one === found ? [{ line: at, character: index }] : [],
        ),
      );
      return places
        .slice(0, MOST_REPLACED)
        .toReversed()
        .map(({ line, character }) => ({
          range: { start: { line, character }, end: { line, character: character + 1 } },
          text: edit.text,
        }));
    }
    case 'copy lines': {
      const from = edit.from % lines.length;
      const copied = lines.slice(from, from + edit.lines).map(line => `${line}\n`);
      return [insertion({ line: start.line, character: 0 }, copied.join(''))];
    }
    case 'cut lines':
      return [{ range: linesFrom(edit.lines), text: '' }];
    case 'move lines': {
      const moved = lines.slice(start.line, start.line + edit.lines).map(line => `${line}\n`);
      const to = Math.max(0, start.line - edit.lines);
      return [{ range: linesFrom(edit.lines), text: '' }, insertion({ line: to, character: 0 }, moved.join(''))];
    }
    case 'set whole text':
      return [{ text: textAfter(text, insertion(start, edit.text)).text }];
  }
}

/** How many places an editor replaces at once. */
const MOST_REPLACED = 20;

function insertion(at: Position, text: string): ContentChange {
  return { range: { start: at, end: at }, text };
}

function positionOf({ line, column, isNear, border }: Place, lines: readonly string[], cursor: Position): Position {
  const at = (isNear ? cursor.line + (line % 3) : line) % lines.length;
  const text = lines[at] ?? '';
  const character = column % (text.length + 1);
  if (!border) return { line: at, character };
  const next = character + text.slice(character).search(/[{}[\],:"`|#>]|$/);
  return { line: at, character: Math.min(next + (border === 'behind' ? 1 : 0), text.length) };
}

function clamped({ line, character }: Position, lines: readonly string[]): Position {
  const last = lines.length - 1;
  const length = (at: number) => lines[at]?.length ?? 0;
  return line > last ? { line: last, character: length(last) } : { line, character: Math.min(character, length(line)) };
}

interface Line {
  text: string;
  start: number;
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const { 0: end, index } of text.matchAll(/\r\n|\n|\r/g)) {
    lines.push({ text: text.slice(start, index), start });
    start = index + end.length;
  }
  return [...lines, { text: text.slice(start), start }];
}

/** A text after a change, by the words of the protocol; the change that takes it back; and where the new text ends. */
function textAfter(text: string, change: ContentChange): { text: string; inverse: ContentChange; cursor: Position } {
  if (!('range' in change)) return { text: change.text, inverse: { text }, cursor: { line: 0, character: 0 } };
  const lines = linesOf(text);
  const offsetOf = ({ line, character }: Position) => (lines[line]?.start ?? text.length) + character;
  const [start, end] = [offsetOf(change.range.start), offsetOf(change.range.end)];
  const changed = text.slice(0, start) + change.text + text.slice(end);
  const cursor = positionAt(changed, start + change.text.length);
  const replaced = { start: positionAt(changed, start), end: cursor };
  return { text: changed, inverse: { range: replaced, text: text.slice(start, end) }, cursor };
}

/** A place between the two characters of a line end is the end of its line. */
function positionAt(text: string, offset: number): Position {
  const lines = linesOf(text);
  const line = lines.findLastIndex(({ start }) => start <= offset);
  return { line, character: Math.min(offset - (lines[line]?.start ?? 0), lines[line]?.text.length ?? 0) };
}
