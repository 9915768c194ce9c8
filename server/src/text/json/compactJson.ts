import { endOfToken, skipWhitespace } from './jsonScanner';

/**
 * Compacts JSON to one line: removes whitespace between tokens and leaves the tokens unchanged, numbers with all their
 * digits. Undefined for invalid JSON.
 */
export function compactJson(text: string): string | undefined {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  const tokens: string[] = [];
  for (let at = skipWhitespace(text, 0); at < text.length; ) {
    const end = endOfToken(text, at);
    tokens.push(text.slice(at, end));
    at = skipWhitespace(text, end);
  }
  return tokens.join('');
}
