import { sourceFile } from '../../text/lines';
import { newFileEdit } from './newFileEdit';
import type { FileEdit } from './workspaceEdit';

/** The index of an appended line. */
export function appendedLineNumber({ edits: [edit] }: FileEdit): number {
  return edit ? edit.range.start.line + (edit.newText.startsWith('\n') ? 1 : 0) : 0;
}

/**
 * Appends a line to a log, which is created if necessary.
 *
 * @param text of the log; null if there is none
 */
export function appendLineEdit(uri: string, text: string | null, line: string): FileEdit {
  if (text === null) return newFileEdit(uri, `${line}\n`);
  const { lines } = sourceFile(uri, 'jsonl', text);
  const last = lines.at(-1) ?? '';
  const end = { line: lines.length - 1, character: last.length };
  return { uri, edits: [{ range: { start: end, end }, newText: last === '' ? `${line}\n` : `\n${line}\n` }] };
}
