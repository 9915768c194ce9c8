/** Returns a Markdown value or name as a reader sees it: without comments, emphasis, code marks and backslashes. Keeps `\|`, as in a table cell. */
export function renderedText(text: string): string {
  // Fast path: nearly all texts have no marks, and are shorter.
  if (text.length > MAX_LENGTH || !MARKS.test(text)) return text.trim();
  return text
    .replace(INLINE, (mark: string, escaped?: string, _?: string, code?: string, __?: string, emphasised?: string) => {
      if (emphasised !== undefined) return renderedText(emphasised);
      return escaped ?? code?.trim() ?? (mark.startsWith('<') ? '' : mark);
    })
    .trim();
}

const MAX_LENGTH = 1000;
const MARKS = /[*`~\\]|<!--|\b_|_\b/;
// A comment, an escaped sign, code, emphasis. Marks within a word or a path, such as `a_b` and `src/*.ts`, are text.
const INLINE =
  /<!--.*?-->|\\([!-/:-@[-`{}~])|(`+)([^`].{0,200}?)(?<!`)\2(?!`)|`+|(?<![\p{L}\p{N}*_~/.])(\*{1,3}|_{1,3}|~~)(?![\s/.])(.{1,200}?)(?<![\s\\])\4(?![\p{L}\p{N}*_~/.])/gsu;

/** Returns the text of a value as Markdown shows it; empty for a dash. */
export function valueText(written: string): string {
  const text = renderedText(written);
  return text === '-' || text === '—' ? '' : text;
}
