import type { CompletionItem, InsertTextFormat } from 'vscode-languageserver-types';
import { expandSnippet } from '../../slots/expandSnippet';

const PLAIN: InsertTextFormat = 1;
const SNIPPET: InsertTextFormat = 2;

/** Converts completion items for a client without snippet support: the text after tabbing through them. */
export function plainItems(items: readonly CompletionItem[], now: Date): CompletionItem[] {
  return items.map(item => {
    const { insertTextFormat, textEdit } = item;
    if (insertTextFormat !== SNIPPET || !textEdit) return item;
    const newText = expandSnippet(textEdit.newText, name => ofMoment(name, now));
    return { ...item, insertTextFormat: PLAIN, textEdit: { ...textEdit, newText } };
  });
}

// The value of a time variable, as an editor fills it in.
function ofMoment(name: string, now: Date): string | undefined {
  const two = (value: number) => String(value).padStart(2, '0');
  const offset = -now.getTimezoneOffset();
  const away = Math.abs(offset);
  const values: Record<string, string> = {
    CURRENT_YEAR: String(now.getFullYear()),
    CURRENT_MONTH: two(now.getMonth() + 1),
    CURRENT_DATE: two(now.getDate()),
    CURRENT_HOUR: two(now.getHours()),
    CURRENT_MINUTE: two(now.getMinutes()),
    CURRENT_SECOND: two(now.getSeconds()),
    CURRENT_SECONDS_UNIX: String(Math.floor(now.getTime() / 1000)),
    CURRENT_TIMEZONE_OFFSET: `${offset < 0 ? '-' : '+'}${two(Math.floor(away / 60))}:${two(away % 60)}`,
  };
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
