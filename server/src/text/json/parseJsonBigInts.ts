import { endOfString } from './jsonScanner';

/**
 * Parses JSON like `JSON.parse`, but keeps every digit: an integer too large for a number becomes a string of its
 * digits, and so does a number beyond all numbers, `1e400`. Ids of 64 or 128 bits and times in nanoseconds are such integers.
 * Throws where `JSON.parse` does.
 */
export function parseJsonBigInts(text: string): unknown {
  // Parses first, since added quotes could make invalid text valid: a long number as a key, say.
  const value: unknown = JSON.parse(text);
  const first = nextLongInteger(text, 0);
  const whole = first ? withQuotedIntegers(text, first) : text;
  const quoted = HUGE.test(whole) ? withQuotedHuge(whole) : whole;
  return quoted === text ? value : JSON.parse(quoted);
}

/** Whether there may be a number with an exponent of three digits; it may be inside a string. */
const HUGE = /(?:^|[:,[\s])-?\d[\d.]{0,40}e\+?\d{3}/i;
/** Older browsers have no look-behind, so numbers without an exponent are matched, too. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi;

function withQuotedHuge(text: string): string {
  return text.replace(STRING_OR_NUMBER, found =>
    found.startsWith('"') || Number.isFinite(Number(found)) ? found : `"${found}"`,
  );
}

interface Digits {
  /** The offset of the minus sign, if there is one. */
  start: number;
  end: number;
}

// Integers with fewer digits are always safe.
const LONG = 16;
const HALF = LONG / 2;

/** The next long integer; it may be inside a string. */
function nextLongInteger(text: string, from: number): Digits | undefined {
  // A run of this many digits contains a multiple of the length, so only those offsets are checked.
  for (let i = from + LONG - 1; i < text.length; i += LONG) {
    if (!isDigit(text.charCodeAt(i))) continue;
    // One half of the run around the offset is complete: this quickly skips the digits of a date.
    if (!isDigit(text.charCodeAt(i - HALF)) && !isDigit(text.charCodeAt(i + HALF))) continue;
    const first = startOfDigits(text, i);
    const end = endOfDigits(text, i);
    const start = text.charCodeAt(first - 1) === MINUS ? first - 1 : first;
    if (end - first >= LONG && mayBegin(text.charCodeAt(start - 1)) && mayEnd(text.charCodeAt(end)))
      return { start, end };
    i = end - 1;
  }
  return undefined;
}

const MINUS = 45;

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function startOfDigits(text: string, from: number): number {
  let start = from;
  while (isDigit(text.charCodeAt(start - 1))) start--;
  return start;
}

function endOfDigits(text: string, from: number): number {
  let end = from;
  while (isDigit(text.charCodeAt(end))) end++;
  return end;
}

// A number follows a bracket, a colon, a comma, whitespace or nothing; no quote, point or exponent letter.
function mayBegin(code: number): boolean {
  return code === 91 || code === 58 || code === 44 || code <= 32 || Number.isNaN(code);
}

function mayEnd(code: number): boolean {
  return code === 44 || code === 93 || code === 125 || code <= 32 || Number.isNaN(code);
}

// For valid JSON only.
function withQuotedIntegers(text: string, first: Digits): string {
  let result = '';
  let copied = 0;
  // The string that contains the digits or follows them.
  let open = nextQuote(text, 0);
  let close = endOfString(text, open);
  for (let next: Digits | undefined = first; next; next = nextLongInteger(text, next.end)) {
    const { start, end } = next;
    while (close <= start) {
      open = nextQuote(text, close);
      close = endOfString(text, open);
    }
    const digits = text.slice(start, end);
    if (open < start || Number.isSafeInteger(Number(digits))) continue;
    result += `${text.slice(copied, start)}"${digits}"`;
    copied = end;
  }
  return copied === 0 ? text : result + text.slice(copied);
}

function nextQuote(text: string, from: number): number {
  const quote = text.indexOf('"', from);
  return quote < 0 ? text.length : quote;
}
