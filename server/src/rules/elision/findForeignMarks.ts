import { t } from '../../shared/l10n';
import { isCodePath } from './kindsOfLines';

/**
 * Finds marks in a file's new content that are no part of the file, and describes them: a Markdown fence around a document, a number before each
 * line, or the marks of a merge. Undefined if there are none, if the file may well have them, or if it has them on disk.
 */
export function findForeignMarks(
  text: string,
  path: string,
  onDisk: (() => string | undefined) | undefined,
): string | undefined {
  const find = FINDERS.find(one => one.isMarked(text, path));
  if (find === undefined) return undefined;
  const before = onDisk?.();
  return before !== undefined && find.isMarked(before, path) ? undefined : find.fault();
}

const FINDERS = [
  { isMarked: isInFence, fault: () => t`stands in a Markdown fence, which is no part of the file` },
  { isMarked: isNumbered, fault: () => t`has a number before each line, which is no part of the file` },
  { isMarked: isMerge, fault: () => t`has the marks of a merge, which are no part of the file` },
];

const LINE_BREAK = /\r\n|[\r\n]/;
const DOCUMENT = /\.(?:md|mdx|markdown)$/i;

/** Returns whether a fence encloses a whole document. Fences within it have a label where they begin, and none where they end. */
function isInFence(text: string, path: string): boolean {
  if (!DOCUMENT.test(path)) return false;
  const lines = text.trim().split(LINE_BREAK);
  const [, mark = '', label = ''] = /^(`{3,}|~{3,})(md|mdx|markdown|)\s*$/i.exec(lines[0] ?? '') ?? [];
  if (mark === '' || lines.length < 3 || lines.at(-1)?.trim() !== mark) return false;
  // A code block without a label may be a whole document: a licence, a listing.
  if (label === '' && !(/^# \S/.test(lines[1] ?? '') && lines.some(line => /^#{2,6} \S/.test(line)))) return false;
  let depth = 0;
  for (const [at, line] of lines.entries()) {
    if (!line.startsWith(mark)) continue;
    if (at === 0 || line.slice(mark.length).trim() !== '') depth++;
    else depth--;
    if (depth === 0) return at === lines.length - 1;
  }
  return false;
}

/** Returns whether each line has its number before it, as in what `cat -n` and the tools of agents print. */
function isNumbered(text: string, path: string): boolean {
  const isDocument = DOCUMENT.test(path);
  if (!isDocument && (!isCodePath(path) || KEYED.test(path))) return false;
  const pattern = isDocument ? PADDED : NUMBERED;
  if (!pattern.test(text)) return false;
  const lines = text.trimEnd().split(LINE_BREAK);
  const numbers = lines.map(line => Number(pattern.exec(line)?.[1] ?? Number.NaN));
  if (lines.length < MIN_NUMBERED || !/\p{L}/u.test(text)) return false;
  return numbers.every((number, at) => number === (numbers[0] ?? 0) + at);
}

/** In these files a number may be a key. */
const KEYED = /\.(?:ya?ml|ini|toml|jsonc?)$/i;
const NUMBERED = /^\s*(\d{1,6})(?:\t|→|:(?:\s|$)|\s?[|│](?:\s|$)|\s*$)/;
const PADDED = /^\s{2,}(\d{1,6})(?:\t|→)/;
const MIN_NUMBERED = 3;

/** Returns whether code has the marks of a merge that is not resolved, outside of texts. */
function isMerge(text: string, path: string): boolean {
  if (!text.includes('<<<<<<< ') || !isCodePath(path) || MERGE_PATH.test(path)) return false;
  const lines = text.split(LINE_BREAK);
  const begin = lines.findIndex(line => /^<{7} \S/.test(line));
  const middle = lines.findIndex((line, at) => at > begin && /^={7}$/.test(line));
  const end = lines.findIndex((line, at) => at > middle && /^>{7} \S/.test(line));
  if (begin < 0 || middle < 0 || end < 0) return false;
  // In a text that spans lines, the marks are an example; a lone quote may be its start.
  const above = lines.slice(0, begin).join('\n');
  const isOpen = TEXTS.some(quote => above.split(quote).length % 2 === 0);
  return !isOpen && above.lastIndexOf('/*') <= above.lastIndexOf('*/') && !above.includes('<<');
}

const TEXTS = ['`', '"', "'''"];
/** Files about merges, which may have their marks as examples, and languages with further texts that span lines. */
const MERGE_PATH = /conflict|merge|fixture|\.(?:sh|bash|zsh|lua|sql|php|rb|pl|exs?|xml|svg|vue|svelte)$/i;
