import type { SaidMatch } from '../model/runSource';

/** The words of a search: each a word, or a phrase that was in quotes. In lower case. */
export function containedWords(text: string): string[] {
  const found = [...text.slice(0, LONGEST).matchAll(/"([^"]*)"?|[^\s"]+/g)];
  const words = found.map(([word, phrase]) => (phrase ?? word).trim().toLowerCase()).filter(word => word !== '');
  return [...new Set(words)].slice(0, MOST);
}

const LONGEST = 1000;
const MOST = 20;

/** Whether a text contains all of the words. */
export function hasAll(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.every(word => lower.includes(word));
}

/** The words in a text with some text around the first one, on one line. */
export function excerptOf(text: string, words: readonly string[]): Pick<SaidMatch, 'text' | 'marks'> {
  const lower = text.toLowerCase();
  // In some languages a text is longer in lower case; then the offsets are those of other characters.
  const isAligned = lower.length === text.length;
  const places = words.map(word => lower.indexOf(word)).filter(place => place >= 0);
  const first = places.length === 0 ? 0 : Math.min(...places);
  const start = first > BEFORE ? first - BEFORE : 0;
  const end = Math.min(text.length, start + AROUND);
  const line = oneLine(text.slice(start, end));
  const [before, behind] = [start > 0 ? '…' : '', end < text.length ? '…' : ''];
  return {
    text: `${before}${line}${behind}`,
    marks: isAligned ? marksIn(line, words).map(([from, to]) => [from + before.length, to + before.length]) : [],
  };
}

const BEFORE = 60;
const AROUND = 240;

/** Replaces each character that breaks the line, is invisible or reorders the text by a blank, so that offsets stay. Half a pair, too. */
function oneLine(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u200B\u2060-\u206F\uFEFF]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/gu,
    ' ',
  );
}

function marksIn(line: string, words: readonly string[]): [start: number, end: number][] {
  const lower = line.toLowerCase();
  const found: [start: number, end: number][] = [];
  for (const word of words) {
    for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + word.length)) {
      found.push([at, at + word.length]);
    }
  }
  found.sort(([one, to], [other, until]) => one - other || until - to);
  const apart: [start: number, end: number][] = [];
  for (const mark of found) if (mark[0] >= (apart.at(-1)?.[1] ?? 0)) apart.push(mark);
  return apart;
}
