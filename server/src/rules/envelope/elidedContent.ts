import type { CheckedEnvelope } from '../../model/rule';
import type { Path } from '../../model/text';
import { t } from '../../shared/l10n';
import { truncate } from '../../shared/shownText';
import { schemaAt } from '../../slots/applicableSchemas';
import { atPath } from '../../text/jsonPointer';
import { defineRule } from '../defineRule';
import { BETWEEN_CODE, elisionCertainty } from '../elision/elisionCertainty';
import { findElision, findMarkedElision } from '../elision/findElision';
import { findReplacedBlock } from '../elision/findReplacedBlock';
import { CHANGED, describeSizes, findShrinkage, isWithdrawn, type Replacement } from '../elision/findShrinkage';
import { isAboutFile } from '../elision/findTextInPlaceOfFile';
import { isBracketed, isCodePath, isCommentLine, isProsePath, isSentence } from '../elision/kindsOfLines';
import { normalizeText } from '../elision/normalizeText';
import { isOmissionPhrase } from '../elision/omissionPhrases';
import { readOmissionLine } from '../elision/readOmissionLine';
import { scanBrackets } from '../elision/scanBrackets';
import {
  displayPath,
  displayText,
  isUnreadable,
  textOnDisk,
  type WrittenFile,
  writtenFiles,
} from '../envelopeFilePaths';

/**
 * Finds the place where an agent stopped writing the new content of a file, and describes it. Up to there the content repeats the file on disk,
 * and then it stops in the middle of a line, within brackets, or before the body of a function. Up to three comments may follow. Undefined if
 * lines at the end of the file were just deleted.
 */
export function findBreakOff({ content, before, path }: Replacement & { path: string }): string | undefined {
  if (content.length >= before.length) return undefined;
  const now = linesOf(content);
  const old = linesOf(before);
  const known = new Set(old.map(({ text }) => text.trim()));
  for (let end = now.length; end > 0 && end >= now.length - MAX_REMARKS; end--) {
    const isRemarked = end < now.length;
    const found = findEnd(now.slice(0, end), old, { content, before, path, isRemarked });
    if (found) return found;
    if (!isClosingRemark(now[end - 1]?.text ?? '', { known, path })) return undefined;
  }
  return undefined;
}

const MAX_REMARKS = 3;

interface Line {
  text: string;
  /** From 1. */
  number: number;
}

/** Returns the lines of a text that are not blank. */
function linesOf(text: string): Line[] {
  return text
    .split(LINE_BREAK)
    .map((line, index) => ({ text: line.trimEnd(), number: index + 1 }))
    .filter(line => line.text !== '');
}

/** Returns whether a line may be a remark after the end of a cut content, or closes a fence around the content. */
function isClosingRemark(line: string, { known, path }: { known: ReadonlySet<string>; path: string }): boolean {
  const text = line.trim();
  if (known.has(text)) return false;
  if (isCommentLine(text, path) || isBracketed(text, path) || isSentence(text) || /^(?:```|~~~|\.{2,}|…)/.test(text))
    return true;
  return isProsePath(path) && /\p{L}/u.test(text);
}

function findEnd(
  now: readonly Line[],
  old: readonly Line[],
  { content, before, path, isRemarked }: Replacement & { path: string; isRemarked: boolean },
): string | undefined {
  const end = now.at(-1);
  if (!end) return undefined;
  const at = findLine(now, old);
  const line = old[at];
  if (!line) return undefined;
  const here = new Set(now.map(({ text }) => text.trim()));
  const lost = old.slice(at + 1).filter(({ text }) => /[\p{L}\p{N}]/u.test(text) && !here.has(text.trim()));
  const isCut = line.text !== end.text;
  let reason: string | undefined;
  if (isCut) reason = cutReason(end.text, line.text, lost.length);
  else if (lost.length >= MIN_LOST) {
    if (!isRemarked) reason = headlessReason(old, at, path) ?? indentReason(content, before);
    reason ??= paragraphReason(old, at, path);
  }
  const text = content.split(LINE_BREAK).slice(0, end.number).join('\n');
  const found = reason ?? (lost.length > 0 || isCut ? openReason(text, before, path) : undefined);
  if (found === undefined) return undefined;
  const quoted = displayText(end.text.trim());
  return t`breaks off: line ${end.number}, \`${quoted}\`, is line ${line.number} of ${old.at(-1)?.number ?? 0} of the file on disk, ${found}`;
}

/** Returns the index in the old file of the content's last line, below the same line as in the content; -1 without one. */
function findLine(now: readonly Line[], old: readonly Line[]): number {
  const [end, above] = [now.at(-1), now.at(-2)];
  if (!end) return -1;
  const isSame = (at: number) => {
    const line = old[at]?.text;
    return line !== undefined && (at > 0 ? old[at - 1]?.text : undefined) === above?.text && line.startsWith(end.text);
  };
  // Fast path: the cut content mostly equals the beginning of the old file.
  if (isSame(now.length - 1)) return now.length - 1;
  const found = old.findLastIndex((line, at) => line.text === end.text && isSame(at));
  return found >= 0 ? found : old.findLastIndex((_, at) => isSame(at));
}

/** Returns why a line is cut that goes on in the old file; undefined if its end may have been deleted on purpose. */
function cutReason(line: string, whole: string, lost: number): string | undefined {
  const rest = whole.slice(line.length);
  if (!/[\p{L}\p{N}]/u.test(rest)) return undefined;
  // A line may become shorter, but hardly if all lines below it are lost, too.
  const isInWord = /[\p{L}\p{N}_]$/u.test(line) && /^[\p{L}\p{N}_]/u.test(rest);
  if (lost < MIN_LOST && rest.length < MIN_REST) return undefined;
  if (!isInWord && (/[.!?;:。！？।]$/.test(line) || lost < MIN_LOST)) return undefined;
  return t`which goes on with \`${truncate(rest.trim().replaceAll('`', ''), 40)}\``;
}

const MIN_LOST = 2;
const MIN_REST = 200;

/** Returns what is missing after the last line, which begins it: a function's body, a key's values, a section's text. */
function headlessReason(old: readonly Line[], at: number, path: string): string | undefined {
  const [line, next] = [old[at]?.text ?? '', old[at + 1]?.text ?? ''];
  const last = old.at(-1)?.text ?? '';
  const isDeeper = indentOf(next) > indentOf(line);
  if (/\.(?:pyi?|ya?ml|nim|coffee|sass|pug|haml)$/i.test(path)) {
    if (isDeeper && /[:|>({[,\\]$/.test(line) && !/^\s*#/.test(line)) return t`whose body is missing`;
  } else if (isProsePath(path) || /\.(?:md|rst|adoc)x?$/i.test(path)) {
    const level = /^(#{1,6})\s/.exec(line)?.[1]?.length ?? 0;
    const nextLevel = /^(#{1,6})\s/.exec(next)?.[1]?.length ?? 7;
    if (at > 0 && level > 0 && nextLevel > level) return t`a heading whose text is missing`;
    if (/^\s*\|?[\s:|-]*--[\s:|-]*$/.test(line) && line.includes('|') && next.includes('|'))
      return t`the head of a table whose rows are missing`;
    return undefined;
  }
  if (MARKUP.test(path)) return undefined;
  const isAdjacent = old[at + 1]?.number === (old[at]?.number ?? 0) + 1;
  if (isAdjacent && /^(?:\/\*\*.*\*\/|\*\/|\/\/.*)$/.test(line.trim()) && !isCommentLine(next, path))
    return t`a comment whose code is missing`;
  if (IMPORT.test(line) && IMPORT.test(next)) return t`within its imports`;
  const sign =
    /(?:,|\\|&&|\|\||[-+*=]|=>|->|\b(?:and|or|then|do|else|AND|OR|FROM|WHERE|SELECT|VALUES|JOIN|SET|BY))$/.exec(
      line,
    )?.[0];
  if (sign === undefined || last.endsWith(sign) || isCommentLine(line, path)) return undefined;
  // A list may keep a trailing comma.
  return sign === ',' && !/\.sql$/i.test(path) ? undefined : t`which goes on after \`${sign}\``;
}

/** Returns the reason for a content that ends within the indentation of a line. */
function indentReason(content: string, before: string): string | undefined {
  return /[\r\n][ \t]+$/.test(content) && before.startsWith(content)
    ? t`in the indentation of the next line`
    : undefined;
}

const IMPORT = /^(?:import\b.*['"];?|from \S+ import .*|#include .*|use [\w:]+.*;)$/;

const indentOf = (line: string) => line.length - line.trimStart().length;

/** Returns the reason for a paragraph that ends within a sentence. */
function paragraphReason(old: readonly Line[], at: number, path: string): string | undefined {
  const [line, next] = [old[at], old[at + 1]];
  if (!line || !next || !isProsePath(path) || next.number !== line.number + 1) return undefined;
  if (line.text.length < MIN_WRAPPED || /[.!?:;…。！？।|]["')\]*_»”]*$/.test(line.text)) return undefined;
  return /^\s*\p{Ll}/u.test(next.text) ? t`in the middle of a sentence` : undefined;
}

const MIN_WRAPPED = 40;

/** Returns the reason for a construct that is open at the end of a content, and closed in the old file. */
function openReason(content: string, before: string, path: string): string | undefined {
  const open = scanBrackets(content, path);
  if (open !== undefined && open !== 'unknown' && scanBrackets(before, path) === undefined)
    return t`and \`${open.mark}\` of line ${open.line} is never closed`;
  for (const [ending, begin, end] of PAIRS) {
    if (!ending.test(path) || balance(before, begin, end) !== 0 || balance(content, begin, end) <= 0) continue;
    return t`within what it begins and does not end`;
  }
  const root = MARKUP.test(path) ? /<\/([A-Za-z][\w:.-]*)>\s*$/.exec(before)?.[1] : undefined;
  if (root !== undefined && content.includes(`<${root}`) && !content.includes(`</${root}>`))
    return t`and \`<${root}>\` is never closed`;
  return undefined;
}

const MARKUP = /\.(?:html?|xml|svg|xhtml|vue|svelte|xsd|xsl|plist|xaml|csproj|props|rss)$/i;

/** Pairs of words that begin and end a construct, and that occur equally often in a complete file. */
const PAIRS: readonly (readonly [path: RegExp, begin: RegExp, end: RegExp])[] = [
  [/\.(?:md|mdx|markdown|qmd|rmd)$/i, /^ {0,3}(?:```|~~~)[^`\n]*\S[^`\n]*$/gm, /^ {0,3}(?:```|~~~)\s*$/gm],
  [/\.(?:sh|bash|zsh|ksh)$/i, /^\s*if\b/gm, /^\s*fi\b/gm],
  [/\.(?:sh|bash|zsh|ksh)$/i, /(?:^|;)\s*do(?:\s|$)/gm, /(?:^|;)\s*done\b/gm],
  [/\.(?:sh|bash|zsh|ksh)$/i, /^\s*case\b/gm, /^\s*esac\b/gm],
  [/\.(?:sh|bash|zsh|ksh)$/i, /\{\s*$/gm, /^\s*\}/gm],
  [
    /\.(?:rb|rake|gemspec|exs?|lua|jl)$/i,
    /^\s*(?:class|module|def|local function|function|begin|if|unless|case|while|for|defmodule|describe)\b|\bdo(?: \|[^|\n]*\|)?\s*$/gm,
    /^\s*end\b/gm,
  ],
  [/\.(?:tex|sty|cls)$/i, /\\begin\{/g, /\\end\{/g],
  [/\.(?:php|phtml)$/i, /\{/g, /\}/g],
];

function balance(text: string, begin: RegExp, end: RegExp): number {
  return (text.match(begin)?.length ?? 0) - (text.match(end)?.length ?? 0);
}

/**
 * Returns whether a content is a complete short document: a heading or front matter, and a few sentences that mention
 * neither omitted text nor the edit. A withdrawn page of any language looks like that. A withdrawn file of code is a
 * comment that says so.
 */
export function isShortDocument(content: string, path: string): boolean {
  if (isWithdrawn(content.trim(), path)) return true;
  if (!isProsePath(path) || isCodePath(path) || content.length > MAX_LENGTH) return false;
  const text = content.trim();
  const matter = /^---\n(?:[^\n]{0,200}\n){1,12}?---(?:\n|$)/.exec(text)?.[0] ?? '';
  const lines = text
    .slice(matter.length)
    .split(LINE_BREAK)
    .map(line => line.trim())
    .filter(line => line !== '');
  const said = lines.filter(line => !/^(?:#{1,6}\s|[=~^-]{3,}$)/.test(line));
  if (said.length === 0 || said.length > MAX_LINES || (matter === '' && said.length === lines.length)) return false;
  return (
    SENTENCE_END.test(said.at(-1) ?? '') &&
    said.every(line => /^[\p{L}\p{N}*_>"'“„«¿¡]/u.test(line) && !/\.{3}|…|`{3}/.test(line)) &&
    !said.some(line => isAboutFile([line], path) || line.split(/(?<=[.!?。])\s*/).some(isAboutText))
  );
}

/** Returns whether a sentence may be about omitted text, or about the edit of the file. */
function isAboutText(sentence: string): boolean {
  const line = sentence.replace(/[.!?。*_>]/g, ' ').trim();
  if (line === '') return false;
  if (CHANGED.test(line) || isOmissionPhrase(line) || ELSEWHERE.test(line)) return true;
  const read = readOmissionLine(normalizeText(line));
  if (!read) return false;
  const { left, others, state, settled, above, keep, more, done, thing, piece } = read.counts;
  return (
    elisionCertainty(read, BETWEEN_CODE) !== undefined ||
    left + state + settled + above + keep + more > 0 ||
    (others > 0 && thing + piece > 0) ||
    (done > 0 && thing > 0)
  );
}

const LINE_BREAK = /\r\n|[\r\n]/;
const MAX_LENGTH = 1000;
const MAX_LINES = 4;
const SENTENCE_END = /[.!?。！？।]["'»”)*_]*$|https?:\S+$|\]\([^()]+\)$/;
const ELSEWHERE = /\b(?:messages?|mensaje|mensagem|messaggio|nachricht|diff)\b/i;

/** Reports an artifact whose content is incomplete: it is omitted, breaks off, leaves out a part, or is only a patch. */
export default defineRule({
  id: 'envelope/elided-content',
  severity: 'error',
  guards: true,
  ofElided: true,
  check({ value, kind, where, files }, report) {
    for (const file of writtenFiles({ value, kind })) {
      const { contentAt, content, path: name, holder } = file;
      if (typeof content !== 'string' || contentAt === undefined) continue;
      if (!isFile(file)) {
        const left = isCodeText(holder) ? findMarkedElision(content) : undefined;
        if (left === undefined) continue;
        const message = t`The content ${left}. Write it out.`;
        report({ path: contentAt, message, ...(where === 'block' && { severity: 'info' }) });
        continue;
      }
      // The content of a deleted file does not matter.
      const isReplaced = where === 'file' && atPath(holder, ['operation']) !== 'delete';
      const onDisk = () => (isReplaced ? textOnDisk(name, files) : undefined);
      const elided = findElision({
        content,
        path: name,
        language: languageBeside(contentAt, name, { holder, value, kind }),
        onDisk,
      });
      const before = onDisk();
      const fault =
        elided ??
        (before === undefined || isShortDocument(content, name)
          ? undefined
          : (findShrinkage({ content, before, path: name }) ??
            findBreakOff({ content, before, path: name }) ??
            findReplacedBlock({ content, before, path: name })));
      if (fault === undefined && !(isReplaced && isUnreadable(name, files))) continue;
      const subject = name === '' ? t`The content` : t`The content of "${displayPath(name)}"`;
      if (fault === undefined) {
        const message = t`${subject} can't be compared with the file on disk, which is too large or can't be read: whether a part is left out isn't known.`;
        report({ path: contentAt, message, severity: 'warning' });
        continue;
      }
      const figures = before === undefined ? '' : ` (${describeSizes({ content, before })})`;
      const message = t`${subject} ${fault}; applied, it would replace the whole file${figures}. Write the file out.`;
      report({ path: contentAt, message, ...(where === 'block' && { severity: 'info' }) });
    }
  },
});

/** Returns whether a content is that of a file. A message may carry analyses and plans beside files, which are texts of any form. */
function isFile({ pathAt, holder }: WrittenFile): boolean {
  return pathAt !== undefined || ['path', 'operation'].some(name => atPath(holder, [name]) !== undefined);
}

/** Returns whether a text that is no file is code; a part of it or a patch are as good. */
function isCodeText(holder: unknown): boolean {
  return atPath(holder, ['type']) === 'code' && atPath(holder, ['language']) !== 'diff';
}

// Ignores a language that the contract does not declare or that contradicts the file's name.
function languageBeside(
  contentAt: Path,
  name: string,
  { holder, value, kind }: Pick<CheckedEnvelope, 'value' | 'kind'> & { holder: unknown },
): unknown {
  if (/\.\w+$/.test(name)) return undefined;
  const isDeclared = Object.hasOwn(schemaAt(kind.schema, value, contentAt.slice(0, -1))?.properties ?? {}, 'language');
  return isDeclared ? atPath(holder, ['language']) : undefined;
}
