import type { CompletionItem, TextEdit } from 'vscode-languageserver-types';
import type { Position } from '../../server/src/model/text';
import { expandSnippet } from './expandSnippet';

/** A text after edits, as LSP's own library applies them: all at once, none overlaps another, and an insertion comes before a change that begins there. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const places = edits
    .map(({ range, newText }) => ({ start: offsetOf(text, range.start), end: offsetOf(text, range.end), newText }))
    .sort((one, two) => one.start - two.start);
  let result = '';
  let at = 0;
  for (const { start, end, newText } of places) {
    if (start < at || end < start) throw new Error('edits overlap');
    result += text.slice(at, start) + newText;
    at = end;
  }
  return result + text.slice(at);
}

/** A text after a completion item is accepted at a cursor and tabbed through. */
export function acceptCompletion(text: string, item: CompletionItem, cursor: Position): string {
  const { textEdit, additionalTextEdits = [] } = item;
  if (!textEdit || !('range' in textEdit)) throw new Error(`${item.label} edits nothing`);
  const { start, end } = textEdit.range;
  // Editors refuse what does not hold the cursor, or runs over several lines.
  const isAllowed = start.line === cursor.line && end.line === cursor.line;
  if (!isAllowed || start.character > cursor.character || end.character < cursor.character) {
    throw new Error(`${item.label} replaces ${JSON.stringify(textEdit.range)}, the cursor is elsewhere`);
  }
  const newText = item.insertTextFormat === 2 ? expandSnippet(textEdit.newText) : textEdit.newText;
  return applyEdits(text, [...additionalTextEdits, { range: textEdit.range, newText }]);
}

function offsetOf(text: string, { line, character }: Position): number {
  const lines = text.split('\n');
  const own = lines[line];
  if (own === undefined || character > own.length) throw new Error(`there is no ${line}:${character}`);
  return lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0) + character;
}
