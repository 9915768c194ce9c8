/** Where JSON stands in a text, by its tokens alone: no tree, no stack, and no end of the world where it is broken. */

/** Behind the token that begins at an offset: a string, a bracket, a comma, a comment, a word or a number. Always behind the offset. */
export function endOfToken(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === QUOTE) return endOfString(text, at);
  if (code === SLASH) return endOfComment(text, at) ?? at + 1;
  if (isMark(code)) return at + 1;
  let end = at + 1;
  for (; end < text.length; end++) {
    const next = text.charCodeAt(end);
    if (next <= SPACE || next === QUOTE || next === SLASH || isMark(next)) break;
  }
  return end;
}

/** Behind the value that begins at an offset: of a list or an object behind its closing bracket, or the text's end where it has none. */
export function endOfValue(text: string, at: number): number {
  if (!isOpening(text.charCodeAt(at))) return endOfToken(text, at);
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) i = endOfString(text, i) - 1;
    else if (isOpening(code)) depth++;
    else if (isClosing(code) && --depth === 0) return i + 1;
    else if (code === SLASH) i = (endOfComment(text, i) ?? i + 1) - 1;
  }
  return text.length;
}

/** The first offset from here on at which no blank stands. */
export function skipWhitespace(text: string, from: number): number {
  let at = from;
  while (at < text.length && isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** The first offset from here on at which neither a blank nor a comment stands. */
export function skipTrivia(text: string, from: number): number {
  let at = skipWhitespace(text, from);
  for (let end = endOfComment(text, at); end !== undefined; end = endOfComment(text, at))
    at = skipWhitespace(text, end);
  return at;
}

export function isOpening(code: number): boolean {
  return code === OPEN_BRACE || code === OPEN_BRACKET;
}

export function isClosing(code: number): boolean {
  return code === CLOSE_BRACE || code === CLOSE_BRACKET;
}

export const QUOTE = 34;
export const COMMA = 44;
export const SLASH = 47;
export const COLON = 58;
export const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
const STAR = 42;
const SPACE = 32;
const MARK = 0xfeff;

function isMark(code: number): boolean {
  return code === COMMA || code === COLON || isOpening(code) || isClosing(code);
}

function isBlank(code: number): boolean {
  return code <= SPACE || code === MARK;
}

// A text of ten megabytes is passed over at once.
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let escapes = 0;
    while (text.charCodeAt(quote - 1 - escapes) === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return quote + 1;
  }
  return text.length;
}

function endOfComment(text: string, at: number): number | undefined {
  if (text.charCodeAt(at) !== SLASH) return undefined;
  const second = text.charCodeAt(at + 1);
  if (second !== SLASH && second !== STAR) return undefined;
  const end = second === SLASH ? text.indexOf('\n', at) : text.indexOf('*/', at + 2);
  if (end < 0) return text.length;
  return second === SLASH ? end : end + 2;
}
