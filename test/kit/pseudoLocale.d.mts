import type { Translation } from '../../server/src/shared/l10n';

/** A text in a language that nobody speaks: longer, accented, and in brackets, so that what is not translated stands out. */
export function pseudo(text: string): string;
/** That language, for a server's `initializationOptions` and for a page: of the list that translators get. */
export function pseudoTranslation(): Translation;
/**
 * What of a text that is shown in that language is not translated: words outside of all brackets, and small English words inside.
 *
 * @param values what else may be there, such as ids
 */
export function leftInEnglish(shown: string, values?: readonly string[]): string[];
