import { computeOnce } from '../../text/memoize';
import { type Category, SPACED_LANGUAGES, UNSPACED_LANGUAGES, type Words } from './omissionWords';

/**
 * A line that may say that text is omitted, such as `# ... rest unchanged ...`: the punctuation around its words, and how many words belong to
 * each category, such as verbs of omitting or words for the rest.
 */
export interface OmissionLine {
  /** The line is a comment, in one of many languages. */
  comment: boolean;
  /** The line is a comment within a comment: an example in documentation. */
  nested: boolean;
  /** On how many sides of the words there are dots. */
  dots: 0 | 1 | 2;
  /** Dots precede the words. */
  dotted: boolean;
  /** The line is a markup comment, which rarely explains a line of code. */
  markup: boolean;
  /** The line is an inner line of a multi-line comment, as in documentation. */
  starred: boolean;
  /** The words are in brackets, or similar marks: `[…]`, `--- … ---`. */
  bracketed: boolean;
  /**
   * The number of words in each category; `unknown` for names and all words outside the dictionaries. Counting stops at
   * too many unknown words.
   */
  counts: Readonly<Record<Category | 'unknown' | 'number', number>>;
  /** The category of the first word. */
  first: Category | 'unknown' | 'number';
  /** The category of the first word that is not an article. */
  subject: Category | 'unknown' | 'number';
  /** The words are a string in a list or an object. */
  quoted: boolean;
  /** The number of words. */
  words: number;
  /** The number of words that the dictionary has in languages other than English. */
  foreign: number;
}

/** Parses a line of normalized text. Undefined if the line is too long to stand for omitted text, or contains code. */
export function readOmissionLine(line: string): OmissionLine | undefined {
  const { text, marks } = stripComment(line);
  if (text.length > MAX_LENGTH) return undefined;
  const start = wordStart(text);
  if (start < 0) return parseDots(text, marks);
  const end = wordEnd(text);
  const before = text.slice(0, start);
  const after = text.slice(end);
  const words = text
    .slice(start, end)
    .replace(/\([^()]*\)|`/g, ' ')
    .replace(/ \((?=[^()]*$)/, ' ');
  if (CODE.test(words)) return undefined;
  // Brackets of code around an index or a value.
  if (!marks.comment && (/;|(?:^|[^=])=(?:[^=]|$)/.test(before + after) || /:\w|\w:\s/.test(words))) return undefined;
  // Two dots on one side have other meanings: a range, a parent folder.
  const hasDotsAround = DOTS.test(before) && DOTS.test(after);
  const dotted = hasDotsAround || ELLIPSIS.test(before);
  const { counts, first, subject, words: wordCount, foreign } = countCategories(words.toLowerCase());
  // Written out, since spreading several objects into one takes longer than the rest of the function.
  return {
    comment: marks.comment || COMMENT_AFTER_DOTS.test(before),
    nested: marks.nested,
    starred: marks.starred,
    markup: marks.markup,
    dots: hasDotsAround ? 2 : dotted || ELLIPSIS.test(after) ? 1 : 0,
    dotted,
    bracketed: isBracketed(before, after, marks.comment || /\s/.test(words)),
    quoted: /[[{(:]\s*["']\s*$/.test(before),
    counts,
    first,
    subject,
    words: wordCount,
    foreign,
  };
}

/** Longer lines are prose. */
const MAX_LENGTH = 240;

/** Returns the start of the first word, or -1. */
function wordStart(text: string): number {
  for (let at = 0; at < text.length; at++) if (isWordChar(text, at)) return at;
  return -1;
}

/** Returns the end of the last word. */
function wordEnd(text: string): number {
  for (let at = text.length; at > 0; at--) if (isWordChar(text, at - 1)) return at;
  return 0;
}

// Surrogates count as letters, since characters beyond the first plane are rarely marks.
function isWordChar(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 128) return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
  return (code >= 0xd800 && code <= 0xdfff) || /[\p{L}\p{N}\p{M}]/u.test(text.charAt(at));
}
const DOTS = /\.\.|(?:\. ){2,}/;
const ELLIPSIS = /\.\.\.|(?:\. ){2,}/;
/** Signs of code that do not occur in phrases. */
const CODE = /[={}<>$\\|@";[\]()]|(?:^|\s)'|'(?:\s|$)|\w\(|\w\.\w+\.|::|->/;

function parseDots(text: string, marks: Marks): OmissionLine | undefined {
  const dots = text.replace(/[\s[\](){}<>"',:*_~`-]/g, '');
  if (!/^\.{2,}$/.test(dots) || dots.length < 3) return undefined;
  return {
    ...marks,
    dots: 2,
    dotted: true,
    bracketed: /^[[({<]/.test(text),
    counts: noCounts(),
    first: 'glue',
    subject: 'glue',
    quoted: false,
    words: 0,
    foreign: 0,
  };
}

const noCounts = (): Record<Category | 'unknown' | 'number', number> => ({
  left: 0,
  others: 0,
  thing: 0,
  piece: 0,
  state: 0,
  above: 0,
  settled: 0,
  keep: 0,
  more: 0,
  here: 0,
  full: 0,
  see: 0,
  done: 0,
  glue: 0,
  unknown: 0,
  number: 0,
});

const BEGIN =
  /^(?:\{? ?"(?:[_$]*(?:comment|note)s?|\/\/|#)" ?:|\/\/+|\/\*+|\*+(?=\s|$)|<!--+|\{\/\*+|\{-+|<#|<%#|\(\*|#+(?![\w!])|--+(?!-)|;+|%+(?=\s|\.\.)|[!'"](?=\s*\.\.)|::(?=\s)|"""|'''|(?:@?rem|dnl)(?=\s))/i;
/** A comment after dots: `... # the rest`. */
const COMMENT_AFTER_DOTS = /\.\.\. ?(?:#|\/\/|--|\/\*)/;
const LABEL = /^(?:mark|note|todo|nb|n\.b\.|fixme|region|#region)\b[:\s-]*(?=\S)/i;
const END = /(?:\*+\/\}?|--+>|-\}|#>|%>|\*\)|"""|''')$/;

type Marks = Pick<OmissionLine, 'comment' | 'nested' | 'starred' | 'markup'>;

/** Strips the comment marks of a line. */
function stripComment(line: string): { text: string; marks: Marks } {
  const trimmed = collapsePadding(line).slice(0, 2 * MAX_LENGTH);
  const begin = BEGIN.exec(trimmed)?.[0];
  if (begin === undefined)
    return { text: trimmed, marks: { comment: false, nested: false, starred: false, markup: false } };
  const text = trimmed.slice(begin.length).replace(END, '').trim().replace(LABEL, '');
  const inner = /^(?:\/\/|#\s|\/\*|<!--|\{\/\*)/.test(text);
  return {
    text: inner ? text.replace(BEGIN, '').replace(END, '').trim() : text,
    marks: { comment: true, nested: inner, starred: begin.startsWith('*'), markup: /^(?:<!|\{)/.test(begin) },
  };
}

/** Shortens padding: whitespace and drawn lines. */
function collapsePadding(line: string): string {
  return line
    .replace(/\s{2,}|[^\S ]/g, ' ')
    .replace(/([-=*_~#+/])\1{3,}/g, '$1$1$1')
    .trim();
}

function isBracketed(before: string, after: string, isPhrase: boolean): boolean {
  if (before === '' || after === '') return false;
  // Angle brackets without a phrase are a tag.
  if (isPhrase && /<\s*$/.test(before) && after.includes('>')) return true;
  for (const [open, close] of ['[]', '()', '{}', '**', '__', '（）', '【】', '「」', '《》', '«»']) {
    if (before.includes(open as string) && after.includes(close as string)) return true;
  }
  // `--snip--` without spaces occurs in the listings of books.
  return /[-=*~_]{2,}\s+$/.test(before) && /^\s+[-=*~_]{2,}/.test(after);
}

function countCategories(text: string): Pick<OmissionLine, 'counts' | 'first' | 'subject' | 'words' | 'foreign'> {
  const counts = noCounts();
  const tokens = text.match(TOKEN) ?? [];
  let first: OmissionLine['first'] | undefined;
  let subject: OmissionLine['first'] | undefined;
  let words = 0;
  let foreign = 0;
  let short = 0;
  // A line with more unknown words stands for nothing.
  for (let at = 0; at < tokens.length && counts.unknown <= MOST_UNKNOWN; words++) {
    const token = tokens[at] as string;
    let category: OmissionLine['first'] = 'glue';
    let length = 1;
    if (/^[\d.]+$/.test(token)) {
      category = 'number';
      counts.number++;
    } else if (UNSPACED.test(token)) {
      const joined = countUnspaced(token, counts);
      category = joined.first;
      words += joined.words - 1;
      foreign += joined.words;
    } else {
      [category, length] = longestPhrase(tokens, at);
      if (category === 'unknown' && token.length <= MAX_PARTICLE) short++;
      else counts[category]++;
      if (category !== 'unknown' && category !== 'glue' && !isEnglish(tokens, at, length)) foreign++;
    }
    first ??= category;
    if (!isArticle(token)) subject ??= category;
    words += length - 1;
    at += length;
  }
  // The dictionary has articles, prepositions and auxiliaries of English only.
  if (foreign === 0) counts.unknown += short;
  return { counts, first: first ?? 'glue', subject: subject ?? 'glue', words, foreign };
}

/** The maximum length of a word that may be an article, preposition or auxiliary. */
const MAX_PARTICLE = 3;

function isEnglish(tokens: readonly string[], at: number, length: number): boolean {
  return englishWords().whole.has(length === 1 ? (tokens[at] as string) : tokens.slice(at, at + length).join(' '));
}

/** The maximum number of unknown words in a phrase about omitted text. */
const MOST_UNKNOWN = 3;
const TOKEN = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}._/]*[\p{L}\p{M}\p{N}]|[\p{L}\p{M}\p{N}]/gu;
const ARTICLES =
  /^(?:the|your|my|our|these|those|this|an?|le|la|les|el|los|las|der|die|das|den|dem|il|lo|gli|de|het|os?|as)$/;
const isArticle = (word: string) => ARTICLES.test(word);

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

function longestPhrase(tokens: readonly string[], at: number): [Category | 'unknown', number] {
  const token = tokens[at] as string;
  const longest = spacedWords().longest.get(token) ?? 0;
  for (let length = Math.min(longest, tokens.length - at); length > 0; length--) {
    const category = spacedWords().whole.get(length === 1 ? token : tokens.slice(at, at + length).join(' '));
    if (category) return [category, length];
  }
  return [categoryByStem(token, spacedWords()) ?? 'unknown', 1];
}

function categoryByStem(word: string, { stems, stemStarts }: Dictionary): Category | 'unknown' | undefined {
  if (!stemStarts.has(word.slice(0, STEM_START))) return undefined;
  for (let length = Math.min(word.length, 24); length >= STEM_START; length--) {
    const category = stems.get(word.slice(0, length));
    if (category) return category;
  }
  return undefined;
}

/** Counts the words of a text without spaces; a stretch outside the dictionary is one unknown word. */
function countUnspaced(
  token: string,
  counts: Record<OmissionLine['first'], number>,
): Pick<OmissionLine, 'first' | 'words'> {
  const found: OmissionLine['first'][] = [];
  for (let at = 0; at < token.length; ) {
    let length = Math.min(LONGEST_UNSPACED, token.length - at);
    while (length > 0 && !unspacedWords().whole.has(token.slice(at, at + length))) length--;
    const category = unspacedWords().whole.get(token.slice(at, at + length)) ?? 'unknown';
    if (category !== 'unknown' || found.at(-1) !== 'unknown') {
      counts[category]++;
      found.push(category);
    }
    at += Math.max(1, length);
  }
  return { first: found.find(category => category !== 'glue') ?? 'glue', words: found.length };
}

/** A dictionary of whole words and phrases, and of the beginnings of words. */
interface Dictionary {
  whole: ReadonlyMap<string, Category | 'unknown'>;
  stems: ReadonlyMap<string, Category | 'unknown'>;
  /** The number of words in the longest phrase that begins with a word. */
  longest: ReadonlyMap<string, number>;
  /** The first letters of the stems. */
  stemStarts: ReadonlySet<string>;
}

/** The length of the shortest stems that are looked up. */
const STEM_START = 3;
const LONGEST_PHRASE = 5;

function buildDictionary(languages: readonly Words[]): Dictionary {
  const whole = new Map<string, Category | 'unknown'>();
  const stems = new Map<string, Category | 'unknown'>();
  const longest = new Map<string, number>();
  for (const language of languages) {
    for (const [category, list] of Object.entries(language) as [Category | 'unknown', string][]) {
      for (const entry of list.split(',')) {
        const word = entry.trim().replace(/\s+/g, ' ').normalize('NFKC');
        // An earlier language takes precedence.
        if (word.endsWith('*')) stems.set(word.slice(0, -1), stems.get(word.slice(0, -1)) ?? category);
        else if (!whole.has(word)) {
          whole.set(word, category);
          const words = word.split(' ');
          const first = words[0] ?? '';
          longest.set(first, Math.max(Math.min(words.length, LONGEST_PHRASE), longest.get(first) ?? 0));
        }
      }
    }
  }
  const stemStarts = new Set([...stems.keys()].map(stem => stem.slice(0, STEM_START)));
  return { whole, stems, longest, stemStarts };
}

// Built on first use: most envelopes carry no content, and building takes as long as checking hundreds of them.
const englishWords = computeOnce(() => buildDictionary(SPACED_LANGUAGES.slice(0, 1)));
/** Words of languages that are written with spaces, including English. */
const spacedWords = computeOnce(() => buildDictionary(SPACED_LANGUAGES));
/** Words of languages that are written without spaces. */
const unspacedWords = computeOnce(() => buildDictionary(UNSPACED_LANGUAGES));

/** The maximum length of a word in `unspacedWords`. */
const LONGEST_UNSPACED = 12;
