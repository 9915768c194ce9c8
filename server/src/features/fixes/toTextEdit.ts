import type { TextEdit } from 'vscode-languageserver-types';
import type { TextChange } from '../../model/text';

/** Converts a change to an LSP text edit. */
export function toTextEdit({ range, text }: TextChange): TextEdit {
  return { range, newText: text };
}
