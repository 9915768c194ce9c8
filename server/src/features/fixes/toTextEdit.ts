import type { TextEdit } from 'vscode-languageserver-types';
import type { TextChange } from '../../model/text';

/** A change as editors take it. */
export function toTextEdit({ range, text }: TextChange): TextEdit {
  return { range, newText: text };
}
