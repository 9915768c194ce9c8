/**
 * A text fit for a terminal, in one line: each character that would steer the terminal, reorder the text, or not be seen
 * is shown as its escape (`\u001b`, `\n`). Files are written by others; what they hold is never written raw.
 */
export function escapeInvisible(text: string): string {
  return text.replace(UNSEEN, escaped);
}

/**
 * Controls, line separators, lone surrogates, and format characters, which hold the bidirectional overrides and the tags
 * that spell hidden text. Not the joiners of emoji and scripts: these are part of what is seen.
 */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}|\p{Cs}/gu;

const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return NAMED[character] ?? (code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`);
}
