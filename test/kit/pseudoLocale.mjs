import { readFileSync } from 'node:fs';

/**
 * A text in a language that nobody speaks: longer, accented, and in brackets, so that what is not translated stands out.
 * @param {string} text
 */
export function pseudo(text) {
  const accented = text.replace(/\{[^{}]*\}|[aeiouy]/g, one => ACCENTED[one] ?? one);
  return `⟦${accented}~~⟧`;
}
const ACCENTED = { a: 'å', e: 'é', i: 'ï', o: 'ö', u: 'û', y: 'ý' };

/** That language, for a server's `initializationOptions` and for a page: of the list that translators get. */
export function pseudoTranslation() {
  const bundle = JSON.parse(readFileSync(new URL('../../l10n/bundle.l10n.json', import.meta.url), 'utf8'));
  return { language: 'qps-ploc', texts: Object.fromEntries(Object.keys(bundle).map(text => [text, pseudo(text)])) };
}

/**
 * What of a text that is shown in that language is not translated: words outside of all brackets, and small English words inside, as a
 * text has that was put into a translated one. Names, values and code are the same in any language: in quotes or backticks, or given.
 *
 * @param {string} shown
 * @param {readonly string[]} [values] what else may be there, such as ids
 */
export function leftInEnglish(shown, values = []) {
  let text = shown.replace(/`[^`]*`|"[^"]*"|'[^']*'|“[^”]*”/g, ' ');
  for (const value of values) text = text.replaceAll(value, ' ');
  const small =
    text.match(/(?<!\p{L})(?:the|of|is|are|or|and|must|not|in|has|this|that|to|for|no|with|by|at)(?!\p{L})/gu) ?? [];
  for (let inner = text; ; text = inner) {
    inner = text.replace(/⟦[^⟦⟧]*⟧/g, ' ');
    if (inner === text) break;
  }
  return [...small, ...(text.match(/\p{L}{2,}(?:[ ,;:.]+\p{L}{2,})*/gu) ?? [])];
}
