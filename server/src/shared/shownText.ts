import { t } from './l10n';

/**
 * Truncates a text to a number of UTF-16 units and an ellipsis. Never splits a surrogate pair.
 *
 * @param max longer texts are truncated
 * @param kept the length that remains, without the ellipsis
 */
export function truncate(text: string, max: number, kept = max - 1): string {
  return text.length > max ? `${sliceStart(text, kept)}…` : text;
}

/** Returns the first `length` UTF-16 units of a text, one less if they would end within a surrogate pair. */
export function sliceStart(text: string, length: number): string {
  const isHighSurrogate = (text.charCodeAt(length - 1) & 0xfc00) === 0xd800;
  return text.slice(0, text.length > length && isHighSurrogate ? length - 1 : length);
}

/** Lists the first of several things: `one, two and 3 more`. */
export function someOf<T>(things: readonly T[], textOf: (thing: T) => string, most: number): string {
  const shown = things.slice(0, most).map(textOf).join(', ');
  return things.length > most ? t`${shown} and ${things.length - most} more` : shown;
}

/** Lists alternatives: `string or number or null`. */
export function orText(alternatives: readonly string[]): string {
  return alternatives.slice(1).reduce((before, next) => t`${before} or ${next}`, alternatives[0] ?? '');
}

/**
 * Makes a text safe for editor messages and reports, which find links in it: `[label](target)` becomes `[label]
 * (target)`. VS Code turns links in any message into buttons, and a `command:` link runs that command.
 */
export function neutralizeLinks(text: string): string {
  return text.replaceAll('](', '] (');
}

/** Makes VS Code show `$(sync~spin)` as text, not as an icon. */
export function neutralizeIcons(text: string): string {
  return text.replaceAll('$(', '\\$(');
}

/**
 * Control characters, line separators, lone surrogates, and format characters, which include bidirectional overrides and the
 * tags that can spell hidden text. Excludes the joiners of emoji and scripts, which affect what is visible. Global, for `replace`.
 */
export const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|(?![\u200c\u200d])\p{Cf}/gu;

/**
 * Matches what a shown line must not contain: runs of whitespace, control characters, lone surrogates, characters without
 * width, and those that change the direction of writing. Global, for `replace`.
 */
export const UNPRINTABLE = /[\s\p{Cc}\p{Cs}\p{Bidi_Control}\u200B\u2060-\u206F\uFEFF]+/gu;

/**
 * Returns the escape by which a character is shown that would be invisible, control a terminal or reorder text: `\u001b`, `
 * `.
 */
export function visibleEscape(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return NAMED[character] ?? (code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`);
}

const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Returns the message of whatever was thrown. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Formats a size: `34 KB`, `1.2 MB`, `64 MB`. */
export function sizeText(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} KB` : `${Number((bytes / 1e6).toFixed(1))} MB`;
}

/** Returns the words that a search found in a text, each once, as a query for the search in a replay. */
export function foundWords({ text, marks }: { text: string; marks: readonly (readonly [number, number])[] }): string {
  const words = marks.flatMap(([start, end]) => text.slice(start, end).split(/[\s"\\]+/));
  const each = new Map(words.filter(word => word !== '').map(word => [word.toLowerCase(), word]));
  // Quoted, so that no word acts as a key such as `agent:` or as an exclusion.
  return [...each.values()].map(word => (/^[\p{L}\p{M}\p{N}]+$/u.test(word) ? word : `"${word}"`)).join(' ');
}
