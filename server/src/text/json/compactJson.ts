import { endOfToken, skipWhitespace } from './jsonScanner';

/** JSON in one line: no blanks between its tokens, which stay as they are, numbers with all their digits. Undefined for what is no JSON. */
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
