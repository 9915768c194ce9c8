import type { CompletionItem, InsertTextFormat } from 'vscode-languageserver-types';
import { expandSnippet } from '../../slots/expandSnippet';

const PLAIN: InsertTextFormat = 1;
const SNIPPET: InsertTextFormat = 2;

/** Converts completion items for a client without snippet support: the text after tabbing through them. */
export function plainItems(items: readonly CompletionItem[]): CompletionItem[] {
  return items.map(item => {
    const { insertTextFormat, textEdit } = item;
    if (insertTextFormat !== SNIPPET || !textEdit) return item;
    const newText = expandSnippet(textEdit.newText, () => undefined);
    return { ...item, insertTextFormat: PLAIN, textEdit: { ...textEdit, newText } };
  });
}
