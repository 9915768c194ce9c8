import { t } from '../../shared/l10n';
import { displayText } from '../envelopeFilePaths';
import { BETWEEN_CODE, elisionCertainty } from './elisionCertainty';
import type { Replacement } from './findShrinkage';
import {
  COMMENT_KEY,
  isBracketed,
  isCommentLine,
  isDotsRow,
  isGlyphLine,
  isProsePath,
  isSentence,
  tableDelimiter,
} from './kindsOfLines';
import { mayBeLabel } from './mayBeLabel';
import { normalizeText } from './normalizeText';
import { isOmissionPhrase } from './omissionPhrases';
import { readOmissionLine } from './readOmissionLine';

/**
 * Finds a comment that an agent wrote in place of old lines of a file, such as `# rest as before`, and describes it. Compares the new content
 * with the file on disk, and looks for a new comment of one to three lines where a dozen or more old lines are missing. The words of the comment
 * don't matter. Undefined if lines were just deleted or rewritten.
 */
export function findReplacedBlock({ content, before, path }: Replacement & { path: string }): string | undefined {
  const now = content.split(LINE_BREAK);
  const old = before.split(LINE_BREAK);
  if (old.length < MIN_REPLACED || now.length > MAX_LINES || old.length > MAX_LINES) return undefined;
  // A document that did not become shorter was rewritten.
  if (isProsePath(path) && content.length >= before.length) return undefined;
  const known = new Set(old.map(line => line.trim()));
  const isRemark = remarkTest(path, old, known);
  // A settings file may become a comment without settings.
  const isLeftEmpty = SETTINGS.test(path) && now.every(line => line.trim() === '' || isCommentLine(line, path));
  if (isLeftEmpty && !now.some(line => isLikely(line.trim()) || isOmissionPhrase(line, path))) return undefined;
  // Fast path: nearly all contents have no remark.
  if (!now.some(line => isRemark(line))) return undefined;
  // Lines that occur several times, such as brackets, are not aligned: they would align unrelated blocks.
  const counts = new Map<string, number>();
  for (const line of old) counts.set(line.trim(), (counts.get(line.trim()) ?? 0) + 1);
  const kept = now
    .map((line, index) => ({ text: line.trim(), number: index + 1 }))
    .filter(({ text }) => text !== '' && (counts.get(text) ?? 1) === 1);
  const countsNow = new Map<string, number>();
  for (const line of now) countsNow.set(line.trim(), (countsNow.get(line.trim()) ?? 0) + 1);
  const isGone = (text: string) => /[\p{L}\p{N}]/u.test(text) && (countsNow.get(text) ?? 0) < (counts.get(text) ?? 0);
  const replacements = alignLines(
    old.map(line => line.trim()),
    kept,
  );
  const lastLine = now.findLastIndex(line => line.trim() !== '') + 1;
  for (const { removed, lines, endBefore } of replacements) {
    const gone = removed.filter(isGone);
    const lost = gone.filter(text => !isCommentLine(text, path));
    const isRemarks = lines.length <= MAX_REMARKS && lines.every(({ text }) => isRemark(text, lost.length));
    const telling = lines.find(({ text }) => isRemark(text, lost.length) && isTelling(text, path));
    // Files rarely end with a comment.
    const end = lines.at(-1);
    const isEnd = end?.number === lastLine && isRemark(end.text, lost.length) && lost.length >= MIN_REPLACED;
    const others = lines.filter(({ text }) => !isRemark(text, lost.length) && !known.has(text)).length;
    const first = telling ?? (isEnd ? end : lines[0]);
    const isLost = telling
      ? gone.length >= MIN_TOLD * (1 + others)
      : isEnd || (isRemarks && lost.length >= MIN_REPLACED);
    if (first && isLost) {
      const quoted = displayText(first.text.trim());
      const from = endBefore - removed.length + 1;
      return t`leaves out a part: line ${first.number}, \`${quoted}\`, stands in place of lines ${from} to ${endBefore} of the file on disk`;
    }
  }
  return undefined;
}

interface Line {
  text: string;
  number: number;
}

/** Lines of the old file with the new lines in their place. */
interface ReplacedLines {
  removed: readonly string[];
  lines: readonly Line[];
  endBefore: number;
}

/** Aligns two files by the lines that occur once in the old one, and returns where new lines stand in place of old ones. */
function alignLines(old: readonly string[], now: readonly Line[]): ReplacedLines[] {
  const places = new Map(old.map((text, at) => [text, at]));
  const found: ReplacedLines[] = [];
  let [from, fromNow] = [0, 0];
  const add = (endBefore: number, end: number) => {
    if (endBefore > from && end > fromNow)
      found.push({ removed: old.slice(from, endBefore), lines: now.slice(fromNow, end), endBefore });
    [from, fromNow] = [endBefore + 1, end + 1];
  };
  for (const [at, end] of longestIncreasing(now.map(({ text }) => places.get(text)))) add(at, end);
  add(old.length, now.length);
  return found;
}

/** Returns the longest list of increasing numbers among some, each with its index. Their order makes it faster than a diff, which is quadratic. */
function longestIncreasing(numbers: readonly (number | undefined)[]): [number, number][] {
  interface Last {
    number: number;
    index: number;
    before: Last | undefined;
  }
  // For each length, the list of that length with the least last number.
  const lists: Last[] = [];
  for (const [index, number] of numbers.entries()) {
    if (number === undefined) continue;
    let [low, high] = [0, lists.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((lists[middle] as Last).number < number) low = middle + 1;
      else high = middle;
    }
    lists[low] = { number, index, before: lists[low - 1] };
  }
  const found: [number, number][] = [];
  for (let one = lists.at(-1); one; one = one.before) found.push([one.number, one.index]);
  return found.reverse();
}

const SETTINGS = /\.(?:properties|ini|cfg|conf|env[\w.]*|editorconfig)$|ignore$|(?:^|\/)\.\w+rc$/i;
const LINE_BREAK = /\r\n|[\r\n]/;
/** A comment may replace fewer lines: it may explain their removal. */
const MIN_REPLACED = 12;
/** The minimum of replaced lines for a remark that marks an omission, for the remark and for each new line of code beside it. */
const MIN_TOLD = 2;
const MAX_REMARKS = 3;
/** In prose, a sentence may summarise fewer lines. */
const MIN_REPLACED_PROSE = 40;
/** Files with more lines are not aligned. */
const MAX_LINES = 20_000;

/** Returns a function that says whether a line is a remark: new, and no code. */
function remarkTest(path: string, old: readonly string[], known: ReadonlySet<string>) {
  const isProse = isProsePath(path);
  const delimiter = tableDelimiter(path, old[0]);
  const isRst = /\.rst$/i.test(path);
  const isJson = /\.(json|jsonc|geojson|ipynb)$/i.test(path);
  return (line: string, lost = MIN_REPLACED_PROSE): boolean => {
    const text = line.trim();
    if (text === '' || text.length > MAX_LENGTH || known.has(text)) return false;
    if (isGlyphLine(text)) return true;
    if (delimiter !== undefined) return !text.includes(delimiter) || isDotsRow(text);
    if (
      isJson &&
      /^"[_/#$@]/.test(text) &&
      isLikely(`// ${text.slice(text.indexOf('":') + 2).replace(/^\s*"|",?$/g, '')}`)
    )
      return true;
    if (isJson && (COMMENT_KEY.test(text) || !/^["{}[\],\d.tfn-]/.test(text))) return true;
    if (isProse) {
      if (isRst && /^\.\.\s[^:]*$/.test(text)) return true;
      if (/^#\s*\p{Ll}/u.test(text) && isLikely(text)) return true;
      if ((ASIDE.test(text) || isBracketed(text, path)) && !mayBeLabel(text)) return true;
      return (lost >= MIN_REPLACED_PROSE && PROSE_LINE.test(text)) || isLikely(text);
    }
    if (isCommentLine(text, path) || isBracketed(text, path) || isSentence(text)) return true;
    // A comment within code that says what is left out.
    const inner = innerComment(text, path);
    if (inner !== text && /^(?:\/[/*]|#|--)/.test(inner) && (isLikely(inner) || isOmissionPhrase(inner, path)))
      return true;
    // A new comment behind code that the old file has.
    const comment = text.search(/\s(?:\/\/|\/\*|#\s|--\s|<!--)/);
    return (
      comment > 0 && [...CODE_ENDS].some(end => known.has(text.slice(0, comment).trim().replace(/[,;]$/, '') + end))
    );
  };
}

const MAX_LENGTH = 300;
const CODE_ENDS = ['', ',', ';'];
const ASIDE = /^(?:<!--|>|\*(?!\s|\*)[^*]+\*$|_[^_]+_$|\.{2,}|…|(?:[-*]\s+)?(?:\.{3}|…))/;
const PROSE_LINE = /^(?!#|\||[-*+] |\d+[.)] )[^|`<>{}=\]]*$/;

/** Returns whether the words of a remark, or its dots or brackets, say that it stands for text. */
function isTelling(text: string, path: string): boolean {
  if (isGlyphLine(text)) return true;
  const remark = innerComment(text, path);
  const inner = remark
    .replace(COMMENT_MARKS, '')
    .replace(/(?:\*\/\}?|-->)$/, '')
    .trim();
  return (
    /^(?:\.{2,}|…)|(?:\.{3}|…)$/.test(inner) ||
    (isBracketed(inner, path) && !(isProsePath(path) && mayBeLabel(inner))) ||
    /^\{\{[^{}]*\}\}$/.test(inner) ||
    // Documentation explains the code below it.
    (!/^(?:\/\*\*|\/\/\/)/.test(remark) && (isLikely(remark) || isOmissionPhrase(remark, path)))
  );
}

const COMMENT_MARKS = /^(?:\/\/+|\/\*+|\{\/\*|<!--|#+|--|%+|;+|"[^"]*"\s*:\s*"?)\s*/;

/** Returns the comment in a line of code; without a comment, the line. */
function innerComment(text: string, path: string): string {
  if (isCommentLine(text, path)) return text;
  const block = /\/\*.*\*\//.exec(text)?.[0];
  if (block !== undefined) return block;
  const at = text.search(/\s(?:\/\/|#\s|--\s|<!--)/);
  return at > 0 ? text.slice(at + 1) : text;
}

function isLikely(text: string): boolean {
  const read = readOmissionLine(normalizeText(text));
  return read !== undefined && elisionCertainty(read, BETWEEN_CODE) !== undefined;
}
