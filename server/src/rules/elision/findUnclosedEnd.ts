import { t } from '../../shared/l10n';
import { scanBrackets } from './scanBrackets';

/**
 * Finds a sign that a file's content breaks off: the bracket, string, comment or tag that is still open at its end. Undefined if everything is
 * closed.
 */
export function findUnclosedEnd(content: string, path: string): string | undefined {
  if (FRAGMENT.test(path)) return undefined;
  if (SHELL.test(path)) return findOpenText(content);
  if (MARKUP.test(path)) return findOpenRoot(content);
  if (!mayBeOpen(content)) return undefined;
  const open = scanBrackets(content, path);
  if (open === undefined || open === 'unknown') return undefined;
  return t`breaks off: \`${open.mark}\` of line ${open.line} is never closed`;
}

/** Describes the unclosed root element of a document that ends within text or a tag. */
function findOpenRoot(content: string): string | undefined {
  const text = content.trimEnd();
  const root = /^\s*(?:<\?xml[^<>]*>\s*)?(?:<!DOCTYPE[^<>]*>\s*)?<(html|svg)\b/i.exec(text)?.[1];
  if (root === undefined || text.endsWith('>') || text.toLowerCase().includes(`</${root.toLowerCase()}>`))
    return undefined;
  return t`breaks off: \`<${root}>\` is never closed`;
}

const MARKUP = /\.(?:html?|xhtml|svg)$/i;

/** Describes an unclosed here-document of a shell script. Within quotes, `<<` is text. */
function findOpenText(content: string): string | undefined {
  if (!content.includes('<<')) return undefined;
  const lines = content.split(LINE_BREAK);
  let quotes = 0;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const word = quotes % 2 === 0 && !isInQuotes(line) ? HEREDOC.exec(line)?.[2] : undefined;
    quotes += line.split('"').length - 1;
    if (word === undefined) continue;
    let end = at + 1;
    while (end < lines.length && lines[end]?.trim() !== word) end++;
    if (end === lines.length)
      return t`breaks off: the text that begins in line ${at + 1} is never ended by \`${word}\``;
    at = end;
  }
  return undefined;
}

const SHELL = /\.(?:sh|bash|zsh|ksh|bats)$/i;
const LINE_BREAK = /\r\n|[\r\n]/;
/** Nothing but redirections and other commands may follow the word. In `((`, the mark is a shift. */
const HEREDOC = /^(?!.*\(\()[^#]*[^<#]<<-?\s*(["']?)([A-Z_]{3,}\w*)\1(?=\s*(?:$|[|>&;<)\\-]|\d>))/;

function isInQuotes(line: string): boolean {
  const before = line.slice(0, line.lastIndexOf('<<'));
  return ['"', "'"].some(quote => before.split(quote).length % 2 === 0);
}

/** Files that may be broken on purpose, and headers whose braces other headers close. */
const FRAGMENT =
  /broken|invalid|malformed|truncated|partial|incomplete|fragment|unclosed|error|\bbad|\.(?:h|hh|hpp|inc)$/i;

/** Fast path: nearly all code that is complete ends with a closing mark at the start of a line. */
function mayBeOpen(content: string): boolean {
  const text = content.trimEnd();
  const last = text.slice(text.lastIndexOf('\n') + 1);
  return /^\s/.test(last) || last.length === text.length || !/^[)}\]]|[;}]$/.test(last);
}
