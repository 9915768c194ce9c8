import fc from 'fast-check';
import type { Position, Range, TextFile } from '../../server/src/model/text';
import { applyChange } from '../../server/src/text/lines';

/** One step of an editing session. Numbers are taken modulo the size of the document as it is at that step. */
export type DocumentEdit =
  | { do: 'type'; at: Place; text: string }
  | { do: 'type on'; text: string }
  | { do: 'delete'; at: Place; lines: number; characters: number }
  | { do: 'copy lines'; at: Place; from: number; lines: number }
  | { do: 'cut lines'; at: Place; lines: number }
  | { do: 'undo' };

interface Place {
  line: number;
  column: number;
  /** Counts the line from that of the edit before, so that edits meet each other. */
  isNear: boolean;
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
const place = fc.record({ line: fc.nat(9999), column: fc.nat(9999), isNear: fc.boolean() });
const lines = fc.integer({ min: 1, max: 3 });

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
    { weight: 3, arbitrary: fc.constant({ do: 'undo' as const }) },
  );
}

/** Applies edits one after another, and gives the file after each. */
export function* editedFiles(start: TextFile, edits: readonly DocumentEdit[]): Generator<TextFile> {
  const undos: { range: Range; text: string }[] = [];
  let file = start;
  let cursor: Position = { line: 0, character: 0 };
  for (const edit of edits) {
    const change = edit.do === 'undo' ? undos.pop() : changeOf(edit, file, cursor);
    if (!change) continue;
    if (edit.do !== 'undo') undos.push(inverseOf(change, file));
    cursor = endOf(change);
    file = applyChange(file, change);
    yield file;
  }
}

type Change = { range: Range; text: string };

function changeOf(edit: Exclude<DocumentEdit, { do: 'undo' }>, file: TextFile, cursor: Position): Change {
  if (edit.do === 'type on') return { range: { start: cursor, end: cursor }, text: edit.text };
  const start = positionOf(edit.at, file, cursor);
  switch (edit.do) {
    case 'type':
      return { range: { start, end: start }, text: edit.text };
    case 'delete': {
      const end = { line: start.line + edit.lines, character: start.character + edit.characters };
      return { range: { start, end: clamped(end, file) }, text: '' };
    }
    case 'copy lines': {
      const from = edit.from % file.lines.length;
      const text = file.lines.slice(from, from + edit.lines).map(line => `${line}\n`);
      const at = { line: start.line, character: 0 };
      return { range: { start: at, end: at }, text: text.join('') };
    }
    case 'cut lines': {
      const end = clamped({ line: start.line + edit.lines, character: 0 }, file);
      return { range: { start: { line: start.line, character: 0 }, end }, text: '' };
    }
  }
}

function positionOf({ line, column, isNear }: Place, { lines }: TextFile, cursor: Position): Position {
  const at = (isNear ? cursor.line + (line % 3) : line) % lines.length;
  return { line: at, character: column % ((lines[at]?.length ?? 0) + 1) };
}

function clamped({ line, character }: Position, { lines }: TextFile): Position {
  const last = lines.length - 1;
  const length = (at: number) => lines[at]?.length ?? 0;
  return line > last ? { line: last, character: length(last) } : { line, character: Math.min(character, length(line)) };
}

/** Where the text of a change ends. */
function endOf({ range: { start }, text }: Change): Position {
  const inserted = text.split(/\r\n|\n|\r/);
  const last = inserted.at(-1)?.length ?? 0;
  return inserted.length === 1
    ? { line: start.line, character: start.character + last }
    : { line: start.line + inserted.length - 1, character: last };
}

/** The change that takes another one back. */
function inverseOf(change: Change, { lines }: TextFile): Change {
  const { start, end } = change.range;
  const replaced = lines.slice(start.line, end.line + 1);
  replaced[replaced.length - 1] = replaced.at(-1)?.slice(0, end.character) ?? '';
  replaced[0] = replaced[0]?.slice(start.character) ?? '';
  return { range: { start, end: endOf(change) }, text: replaced.join('\n') };
}
