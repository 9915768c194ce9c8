import { t } from '../../shared/l10n';
import { computeOnce } from '../../text/memoize';
import { displayText } from '../envelopeFilePaths';
import { BETWEEN_CODE, type Certainty, elisionCertainty, type LinePlace } from './elisionCertainty';
import { findForeignMarks } from './findForeignMarks';
import { findTextInPlaceOfFile, standsApart } from './findTextInPlaceOfFile';
import { findUnclosedEnd } from './findUnclosedEnd';
import {
  hasPlainCode,
  isCommentLine,
  isIndentedCode,
  isPlainCode,
  isProsePath,
  isTableRow,
  tableDelimiter,
} from './kindsOfLines';
import { mayBeLabel } from './mayBeLabel';
import { mayExplainCode } from './mayExplainCode';
import { normalizeText } from './normalizeText';
import { plainCommentCheck } from './plainCommentCheck';
import { type OmissionLine, readOmissionLine } from './readOmissionLine';

/**
 * Finds a sign that an agent left out a part of a file's content, and describes it as the end of a sentence: "is left out (`...`)", "breaks off:
 * its last line is `...`", "is a patch". Undefined if the content seems complete.
 */
export function findElision({ content, path = '', language, onDisk }: FindElisionOptions): string | undefined {
  // Fast path: most code has no line to look at.
  if (isPlainCode(content, path)) return findEnd(content, path, onDisk);
  return findElisionByLine({ content, path, language, onDisk });
}

/** Like `findElision`, without the fast path. */
export function findElisionByLine({ content, path = '', language, onDisk }: FindElisionOptions): string | undefined {
  const text = normalizeText(content);
  if (isTemplate(text, path) || isPicture(text, path)) return undefined;
  if (!PATCH.test(path) && isPatch(text.trimStart(), isProsePath(path)))
    return t`is a patch, which says how the file changes`;
  return (
    findStandIn(text, path) ??
    findForeignMarks(content, path, onDisk) ??
    findGap(text, { path, language, onDisk }) ??
    findTextInPlaceOfFile(text, { path, raw: content, onDisk }) ??
    findEnd(text, path, onDisk)
  );
}

/** Like `findElision`, for a text that is no file. It may be a part of one, so that only dots or brackets around words tell what is left out. */
export function findMarkedElision(content: string): string | undefined {
  const text = normalizeText(content);
  const standIn = /\.{3}|^\s*[[(<{]/.test(text) ? findStandIn(text, '') : undefined;
  if (standIn !== undefined) return standIn;
  const lines = text.split(LINE_BREAK);
  const at = lines.findIndex(line => {
    const read = readOmissionLine(line);
    if (!read?.comment || read.words === 0 || (read.dots === 0 && !read.bracketed)) return false;
    return elisionCertainty(read, BETWEEN_CODE) === 'certain';
  });
  const quoted = displayText((lines[at] ?? '').trim());
  return at < 0 ? undefined : t`leaves out a part: line ${at + 1} is \`${quoted}\``;
}

/** The content of a file inside an envelope. `path` and `language` are the values of the properties beside the content, if it has them. */
export interface FindElisionOptions {
  content: string;
  path?: string;
  language?: unknown;
  /** Reads the text of the replaced file on demand; undefined if there is no file, or the text is not known yet. */
  onDisk?: (() => string | undefined) | undefined;
}

/** Describes an open end. Undefined if the file on disk has an open end, too: a macro or another file closes it. */
function findEnd(text: string, path: string, onDisk: FindElisionOptions['onDisk']): string | undefined {
  const fault = findUnclosedEnd(text, path);
  const before = fault === undefined ? undefined : onDisk?.();
  return before !== undefined && findUnclosedEnd(before, path) !== undefined ? undefined : fault;
}

/** Returns whether the file is a template that consists of one template expression. */
function isTemplate(text: string, path: string): boolean {
  const trimmed = TEMPLATE.test(path) ? text.trim() : '';
  return TEMPLATE_MARKS.some(([begin, end]) => trimmed.startsWith(begin) && trimmed.endsWith(end));
}

/** Returns whether a text is a grid, a drawing or Morse code, in which dots omit nothing. */
function isPicture(text: string, path: string): boolean {
  if (!/\.(?:txt|asc|nfo|in|input|map|grid|morse)$|\/[^./]+$/i.test(path)) return false;
  if (/[\p{L}\p{N}]{2}|[[\](){}<>]/u.test(text) || !/[^.\s]/.test(text)) return false;
  const widths = text
    .trim()
    .split(LINE_BREAK)
    .map(line => line.length);
  return !/[\p{L}\p{N}]/u.test(text) || (widths.length > 1 && widths.every(width => width === widths[0]));
}

const TEMPLATE_MARKS = [
  ['{{', '}}'],
  ['{%', '%}'],
  ['<%', '%>'],
] as const;

const PATCH = /\.(patch|diff|rej|orig)(\.\w+)?$/i;

/** Describes a content that consists of lines that stand for the whole file, apart from comment marks and fences. */
function findStandIn(text: string, path: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length > MAX_STAND_IN_LENGTH || /^(?:\{%|<%)/.test(trimmed)) return undefined;
  const message = () => t`is left out (\`${displayText(trimmed.replace(/\s+/g, ' '))}\`)`;
  // A phrase in angle brackets may span lines.
  const phrase = trimmed.startsWith('<') ? trimmed.replace(/\s+/g, ' ') : trimmed;
  if (!/[\r\n]/.test(phrase) && !TEMPLATE.test(path) && STAND_INS.some(pattern => pattern.test(phrase)))
    return message();
  const place: LinePlace = {
    position: 'whole',
    prose: false,
    indented: false,
    alone: true,
    first: true,
    documentation: false,
  };
  if ((/\.txt$/i.test(path) && NOTE.test(trimmed)) || hasPlainCode(trimmed)) return undefined;
  let lines = 0;
  // Fast path: the first line of nearly all contents ends the loop.
  for (const line of trimmed.split(LINE_BREAK)) {
    if (!/[\p{L}\p{N}.]/u.test(line) || isFrame(line, path)) continue;
    const read = readOmissionLine(line) ?? readComment(line);
    if (read === undefined || elisionCertainty(read, place) !== 'certain') return undefined;
    lines++;
  }
  return lines > 0 ? message() : undefined;
}

/** A sentence that may be the whole content of a note. */
const NOTE = /^(?:No changes|Nothing changed|Same as (?:last|the previous) (?:year|month|week|time|meeting|day))\.$/;
const MAX_STAND_IN_LENGTH = 2000;
const LINE_BREAK = /\r\n|[\r\n\v\f]/;

/** Returns whether a line is a fence, or a comment that names the file. */
function isFrame(line: string, path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return (
    /^\s*(```|~~~)/.test(line) ||
    (name !== '' && line.includes(name) && /^\W*(?:file(?:name)?:?\s*)?[\w./-]+\W*$/i.test(line))
  );
}

// None matches a single tag or declaration, JSON, YAML or code in braces, which are complete files.
const STAND_INS = [
  /^\.\.\..*\.\.\.$/,
  /^<{1,2}[^<>=!?/"%](?:[^<>="]*[^<>="/])?>{1,2}$/,
  /^\{{1,2}(?=[^}]*(?:\p{L}|\.\.\.))[^{}[\]:;="'$%#|]+\}{1,2}$/u,
];
/** Template files, which consist of placeholders. */
const TEMPLATE =
  /\.(html?|hbs|handlebars|mustache|j2|jinja2?|njk|erb|erubis|rhtml|ejs|liquid|twig|php|vue|svelte|sql|tmpl|tpl|eex|heex)$/i;

/** Describes the first line that stands for omitted lines. */
function findGap(
  text: string,
  { path, language, onDisk }: Omit<FindElisionOptions, 'content' | 'path'> & { path: string },
) {
  const lines = text.split(LINE_BREAK);
  const last = lines.findLastIndex(line => line.trim() !== '');
  const prose = PROSE.test(path);
  const isStyle = /\.(?:css|s[ac]ss|less)$/i.test(path);
  const isSubtitles = /\.(?:vtt|srt|ass|ssa|sub|lrc|sbv)$/i.test(path);
  const delimiter = tableDelimiter(path, lines[0]);
  const replacedLines = diskLinesReader(onDisk);
  const isNothingMissing = plainCommentCheck(lines, onDisk);
  const isDocumentation = documentationTracker(path);
  let fence = '';
  for (let at = 0; at <= last; at++) {
    const line = lines[at] as string;
    if (prose) {
      if (isTableRow(line) || mayBeLabel(line)) continue;
      const mark = /^ {0,3}(```|~~~)/.exec(line)?.[1];
      if (mark !== undefined) fence = fence === '' ? mark : fence === mark ? '' : fence;
      if (mark !== undefined || (fence !== '' && at < last) || isIndentedCode(lines, at)) continue;
    }
    // The words of a table's row are data.
    if (delimiter !== undefined && line.includes(delimiter)) continue;
    // Brackets at the start of a line of CSS are an attribute selector.
    if (isStyle && /^\s*\[/.test(line)) continue;
    // Dots in subtitles are a pause of the speaker.
    if (isSubtitles && !/[\p{L}\p{N}]/u.test(line)) continue;
    const documentation = !prose && isDocumentation(line) && !isOnlyLine(lines[at - 1], lines[at + 1]);
    const position = at === last ? 'last' : 'middle';
    // Fast path: nearly all lines of code begin with a word and contain neither dots nor a comment.
    if (position === 'middle' && !MAY_BE_ELISION.test(line)) continue;
    const alone = ![at - 1, at + 1].some(index => isComment(lines[index] ?? '', path));
    if (position === 'middle' && !alone && !line.includes('..') && isContinued(lines, at, path)) continue;
    if (explainsNext(lines[at + 1], line, path)) continue;
    const place = { position, prose, indented: /^\s/.test(line), alone, first: at === 0, documentation } as const;
    const read = lineCertainty(line, place);
    const mayExplain = read !== undefined && mayExplainCode(lines, at, path);
    const certainty = mayExplain ? 'likely' : read;
    if (certainty === 'likely' && isAboveCode(lines[at + 1], line)) continue;
    if (certainty === undefined || (position === 'last' && isSyntacticDots(line, path, language))) continue;
    const replaced = replacedLines();
    // A line that is also in the replaced file is not an elision.
    const isVague = certainty === 'likely' && replaced === undefined;
    if (isNothingMissing(at)) continue;
    if (
      isVague ? mayExplain || documentation || !isTelling(line) || !standsApart(lines, at, path) : replaced?.has(line)
    )
      continue;
    if (certainty === 'likely' && !isVague && (replaced?.length ?? 0) * MAX_INCOMPLETE_RATIO <= text.length) continue;
    const quoted = displayText(line.trim().replace(/\s+/g, ' '));
    return position === 'last'
      ? t`breaks off: its last line is \`${quoted}\``
      : t`leaves out a part: line ${at + 1} is \`${quoted}\``;
  }
  return undefined;
}

/**
 * Returns whether a line says explicitly what is left out: by several known words of a language other than English, or by
 * naming the rest and its state.
 */
function isTelling(line: string): boolean {
  const read = readOmissionLine(line);
  if (!read) return false;
  const { left, others, state, unknown } = read.counts;
  return read.foreign > 1 || (state > 0 && left + others > 0 && read.words >= MIN_TELLING && unknown < 2);
}

const MIN_TELLING = 4;

/** Returns whether a comment line may continue the sentence of the line before, or its sentence go on in the line after. */
function isContinued(lines: readonly string[], at: number, path: string): boolean {
  const [before = '', after = ''] = [lines[at - 1], lines[at + 1]];
  const ends = !isComment(before, path) || /[.!]\s*(?:\*\/)?\s*$|[-=*#]{3}\s*$/.test(before);
  return !ends || (isComment(after, path) && !/^\s*(?:\/\*\*|\W*[-=*#]{3}|(?:\/\/|#|--|;)\s*\p{Lu})/u.test(after));
}

/** Returns whether a comment explains the line below it: a default case, or a pattern of an ignore file. */
function explainsNext(next: string | undefined, line: string, path: string): boolean {
  if (next === undefined || next.trim() === '' || line.includes('..')) return false;
  const isCase = /^\s*(?:\*\)|default\b|\}?\s*else\b|_\s*(?:=>|->))/.test(next);
  return (isCase || (/ignore$/.test(path) && !/^\s*#/.test(next))) && !readOmissionLine(line)?.counts.more;
}

/** Returns whether a comment such as "same steps for each" explains the code below it. */
function isAboveCode(next = '', line = ''): boolean {
  if (!/^\s*[\w"'$@]/.test(next)) return false;
  const read = readOmissionLine(line);
  if (!read?.comment || read.dots > 0 || read.bracketed || read.first !== 'state') return false;
  const { thing, piece, left, others, settled } = read.counts;
  return thing + piece > 0 && left + others + settled === 0;
}

/** Returns whether a line is a comment that has text besides comment marks, or an inner line of one. */
function isComment(line: string, path: string): boolean {
  return INNER_COMMENT.test(line) || (isCommentLine(line, path) && /[^\s/*#]/.test(line));
}

const INNER_COMMENT = /^\s*(?:\*\s+\S|::|rem\s)/i;

/** Incomplete content is shorter than this fraction of the replaced file. */
const MAX_INCOMPLETE_RATIO = 0.95;
const PROSE = /(^|\.)(md|mdx|markdown|txt|rst|adoc)?$/i;

function lineCertainty(text: string, place: LinePlace): Certainty | undefined {
  if (ONLY_MARKS.test(text)) return undefined;
  // Dots in quotes may be the subject of a sentence.
  const hasWords = /\p{L}+ +\p{L}+/u.test(text);
  const unquoted = place.prose && hasWords ? text.replace(/`\.+`/g, 'dots') : text;
  const line = hasWords && /^\s*(?:\/\/|#|--)/.test(text) ? unquoted.replace(/"\.+"/g, 'dots') : unquoted;
  // The last of several sentences may end with dots.
  if (place.prose && /[.!?] +\p{Lu}/u.test(line) && /^\s*\p{L}[^[\]()*]*$/u.test(line)) return undefined;
  // A sentence that names no piece of the document is about the document's subject.
  if (place.prose && place.position === 'middle' && /^[*_]+(?:everything|all|nothing) else\b[^.]*[.][*_]+$/i.test(line))
    return undefined;
  if (line.length <= MAX_LINE_LENGTH && ELLIPSIS_KEY.test(line)) return 'certain';
  const read = readOmissionLine(line);
  const certainty = read && elisionCertainty(read, place);
  if (certainty === 'certain' || place.prose) return certainty;
  if (!place.documentation && line.length <= MAX_LINE_LENGTH && ELIDED_BODY.test(line)) return 'certain';
  const inner = readComment(line);
  if (!inner?.comment || (inner.dots === 0 && !inner.bracketed)) return certainty;
  // A comment after code that names no piece of the file refers to that code.
  return inner.counts.thing + inner.counts.piece + inner.counts.left === 0
    ? certainty
    : (elisionCertainty(inner, { ...place, position: 'middle' }) ?? certainty);
}

/** A line without words, such as a closing bracket, which nearly all code ends with. */
const ONLY_MARKS = /^[^\w.\u0080-\uffff]*$/;
const MAY_BE_ELISION = /\.\.|^\s*(?:[^\s\w]|@?rem\s|dnl\s)|[\u0590-\uffff]|\S\s*(?:\/[/*]|#\s|--\s|<!--)\s*[[(<{]/i;
/** A function whose body is an ellipsis. */
const ELIDED_BODY = /^[^'"`*#/]*\bfunction\b[^'"`*#/]*\)\s*(?::[^{'"`]*)?\{\s*\.\.\.\s*\}\s*;?\s*$/;
/** An object member that is an ellipsis. */
const ELLIPSIS_KEY = /^\s*"\.\.\.+"\s*:\s*(?:"(?:\.\.\.+|[a-z][a-z ]+)"|true|null),?\s*$/i;

/** Reads the comment after code in a line. */
function readComment(line: string): OmissionLine | undefined {
  if (line.length > MAX_LINE_LENGTH) return undefined;
  const at = line.search(/\S\s*(?:\/\/|\/\*|\{\/\*|<!--|#\s|--\s)/);
  if (at < 0) return undefined;
  return readOmissionLine(line.slice(at + 1).replace(/(\*\/\}?|-->)[\s\S]*$/, '$1'));
}

const MAX_LINE_LENGTH = 2000;

/** Returns whether a line of three dots is syntax: the end of a YAML document, or the body of a Python function. */
function isSyntacticDots(line: string, path: string, language: unknown): boolean {
  if (!/^\s*\.\.\.\s*$/.test(line)) return false;
  const ending = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? language;
  if (ending === 'yml' || ending === 'yaml') return true;
  return /^\s/.test(line) && (ending === 'py' || ending === 'pyi' || ending === 'python');
}

/** Returns whether the lines before and after a line begin and end a comment. */
function isOnlyLine(before = '', after = ''): boolean {
  return /^\s*\/\*+\s*$/.test(before) && /^\s*\*+\/\s*$/.test(after);
}

/** Returns a function to call with each line in order: whether it is in a block comment, POD or a multi-line string. */
function documentationTracker(path: string): (line: string) => boolean {
  const isPerl = /\.(p[lm]|t|pod)$/i.test(path);
  const quotes = textQuotes(path);
  let end = '';
  return line => {
    if (end !== '') {
      // Another string may begin in the line in which a string ends.
      const ends = quotes.includes(end) ? countOf(line, end) % 2 === 1 : line.includes(end);
      if (ends) end = '';
      return true;
    }
    const quote = quotes.find(one => countOf(line, one) % 2 === 1);
    if (quote !== undefined && !/^\s*(?:\/\/|\*|#)/.test(line)) {
      end = quote;
      return false;
    }
    const block = /^\s*(\/\*|#\[=*\[)/.exec(line)?.[1];
    if (block !== undefined) end = block === '/*' ? '*/' : block.slice(1).replaceAll('[', ']');
    else if (isPerl && /^=[a-z]/.test(line)) end = '=cut';
    if (end !== '' && block !== undefined && line.indexOf(end, line.indexOf(block) + 2) >= 0) end = '';
    return end !== '';
  };
}

/** Returns the quotes of a language's multi-line strings. */
function textQuotes(path: string): readonly string[] {
  if (/\.[cm]?[jt]sx?$|\.(?:go|vue|svelte)$/i.test(path)) return ['`'];
  return /\.(?:pyi?|toml|kts?|java|scala|dart|swift)$/i.test(path) ? ['"""', "'''"] : [];
}

function countOf(line: string, quote: string): number {
  if (!line.includes(quote)) return 0;
  return line.replaceAll(`\\${quote}`, '').split(quote).length - 1;
}

interface LinesOnDisk {
  length: number;
  has(line: string): boolean;
}

function diskLinesReader(onDisk: FindElisionOptions['onDisk']): () => LinesOnDisk | undefined {
  return computeOnce(() => {
    const text = onDisk?.();
    if (text === undefined) return undefined;
    const trimmed = (line: string) => line.trim();
    const lines = computeOnce(() => new Set(normalizeText(text).split(LINE_BREAK).map(trimmed)));
    return { length: text.length, has: line => lines().has(line.trim()) };
  });
}

/**
 * Returns whether a text is a patch: a unified or context diff, the output of `git diff` or `diff`, a patch of an
 * agent's tool, or search-and-replace blocks. A fence or a line that announces it may precede it; some lines of prose, too, if the file is no
 * document.
 */
function isPatch(text: string, prose: boolean): boolean {
  const start = text.split(PATCH_LINE_BREAK, MAX_PROSE + 1);
  const at = start.findIndex(line => PATCH_START.test(line));
  // A document may show a patch, in a fence.
  if (at < 0 || (prose && !MAY_PRECEDE_PATCH.test(start.slice(0, at).join('\n')))) return false;
  const rest = text.split(PATCH_LINE_BREAK, MAX_PATCH_LINES).slice(at);
  return PATCH_FORMATS.some(([first, ...later]) => {
    if (!first?.test(rest[0] ?? '')) return false;
    return later.every(pattern => rest.some(line => pattern.test(line)));
  });
}

const PATCH_LINE_BREAK = /\r\n|\r|\n/;
const MAX_PATCH_LINES = 400;
/** What a document that is a patch may have above it: nothing, a fence, or a line such as "Here is the change:". */
const MAY_PRECEDE_PATCH = /^(?:(?:```|~~~).*|(?![#>`*+-])[^\n]{1,100}:\n?)?$/;
const MAX_PROSE = 6;
const PATCH_START = /^(?:diff |Index: |--- |\*\*\* |@@ |<<<<<<<|\d+(?:,\d+)?[acd]\d)/;

/** For each patch format: a pattern for its first line, then patterns that must each match some line. */
const PATCH_FORMATS: readonly (readonly RegExp[])[] = [
  [/^diff (?:--git |-[a-zA-Z]+ |--)/, /^(?:@@ |Binary files |(?:new|deleted) file mode|rename |similarity )/],
  [/^Index: /, /^--- /, /^\+\+\+ /],
  [/^--- \S/, /^\+\+\+ \S/, /^@@(?: |$)/],
  [/^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/, /^[+-]/],
  [/^\*\*\* Begin Patch\s*$/],
  [/^\*\*\* (?:Update|Add|Delete) File: \S/, /^(?:@@|[+-])/],
  [/^\*\*\* \S/, /^\*{10,}\s*$/, /^--- \d+/],
  [/^<<<<<<<+ ?(?:SEARCH|ORIGINAL)\b/i, /^=======/, /^>>>>>>>+ ?(?:REPLACE|UPDATED)\b/i],
  [/^\d+(?:,\d+)?[acd]\d+(?:,\d+)?\s*$/, /^[<>] /],
];
