import { config, t as translate } from '@vscode/l10n';
import { isObject } from './isObject';

/** The translation of the product's texts to one language. */
export interface Translation {
  /** As in BCP 47, such as `fr`. */
  language: string;
  /** Maps each English text, with `{0}`, `{1}`… for its values, to its translation. The content of a file of `l10n/`. */
  texts: { [english: string]: string | { message: string; comment: string[] } };
}

/** The name by which a program hands the translation to its threads. */
export const TRANSLATION = 'agentEnvelopesTranslation';

/**
 * Sets the language of the modules that are loaded from now on. A module may translate its constants while it is loaded, so a program
 * calls this before it loads the rest.
 *
 * @param given a `Translation`; anything else is English
 */
export function setTranslation(given: unknown): void {
  const translation = isObject(given) && isObject(given['texts']) ? (given as unknown as Translation) : undefined;
  (globalThis as Translated)[TRANSLATION] = translation;
  config({ contents: translation?.texts ?? {} });
  isEnglish = translation === undefined;
  numbers = undefined;
}

let isEnglish = true;
let numbers: Intl.NumberFormat | undefined;

interface Translated {
  [TRANSLATION]?: Translation | undefined;
}

// Each bundle has its own copy of this module; all bundles of a thread share the translation.
setTranslation((globalThis as Translated)[TRANSLATION]);

/** The language of the shown texts. */
export function shownLanguage(): string {
  return String((globalThis as Translated)[TRANSLATION]?.language ?? 'en');
}

/** Formats a number with all its digits as the shown language writes it: `12,345`, `4.2`. */
export function formatNumber(value: number): string {
  // Creating the first object of `Intl` takes a tenth of the start of the command line.
  const text = String(value);
  if (Math.abs(value) < 1000 && shownLanguage() === 'en' && !text.includes('e')) return text;
  numbers ??= numberFormat({ maximumFractionDigits: 20 });
  return numbers.format(value);
}

/** Rounds a number for display: below 1000 to three digits, otherwise to an integer. */
export function roundForDisplay(value: number): number {
  return Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(3));
}

/** Formats numbers as the shown language writes them; in English if the runtime lacks that language. */
export function numberFormat(options?: Intl.NumberFormatOptions): Intl.NumberFormat {
  try {
    return new Intl.NumberFormat([shownLanguage(), 'en'], options);
  } catch {
    // A client may send a name that is no language of the standard.
    return new Intl.NumberFormat('en', options);
  }
}

/**
 * Returns a text in the user's language: a template literal with this tag, and its values. The list of texts in `l10n/` is made from them.
 * Values are shown as they are, also if they contain `{0}`.
 */
export function t(english: TemplateStringsArray, ...values: (string | number)[]): string {
  if (!isEnglish) return translate(english, ...values);
  // Twenty times as fast as the library: a log may have a text for each line.
  let text = english[0] as string;
  for (let at = 0; at < values.length; at++) text += String(values[at]) + english[at + 1];
  return text;
}

/** Returns a text of a file that this extension ships, such as a description in a schema, in the user's language. */
export function translated(english: string): string {
  const texts = (globalThis as Translated)[TRANSLATION]?.texts;
  const found = texts && Object.hasOwn(texts, english) ? texts[english] : undefined;
  return found === undefined ? english : typeof found === 'string' ? found : found.message;
}
