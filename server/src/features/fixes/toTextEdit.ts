import type { TextEdit } from 'vscode-languageserver-types';
import type { SourceFile, TextChange } from '../../model/text';

/** Converts a change of a file to an LSP text edit, with the file's line ends: not every editor adapts them. */
export function toTextEdit({ range, text }: TextChange, { eol }: Pick<SourceFile, 'eol'>): TextEdit {
  return { range, newText: eol === '\n' ? text : text.replace(/\r?\n/g, eol) };
}
