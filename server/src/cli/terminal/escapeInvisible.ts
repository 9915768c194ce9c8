/**
 * Makes text safe for one line of a terminal: replaces each character that would control the terminal, reorder text, or be
 * invisible by its escape (`\u001b`). Content of files is untrusted and never printed raw.
 */
export function escapeInvisible(text: string): string {
  return text.replace(UNSEEN, escaped);
}

/**
 * Control characters, line separators, lone surrogates, and format characters, which include bidirectional overrides and the
 * tags that can spell hidden text. Not the joiners of emoji and scripts, which affect what is visible.
 */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}|\p{Cs}/gu;

const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return NAMED[character] ?? (code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`);
}
