import { scanBrackets } from './scanBrackets';

/** Describes a content of code that ends within a bracket, a text or a comment. Undefined if all is closed. */
export function findOpenEnd(content: string, path: string): string | undefined {
  if (FRAGMENT.test(path) || !mayBeOpen(content)) return undefined;
  const open = scanBrackets(content, path);
  if (open === undefined || open === 'unknown') return undefined;
  return `breaks off: \`${open.mark}\` of line ${open.line} is never closed`;
}

/** Files that may be broken on purpose, and headers whose braces others close. */
const FRAGMENT =
  /broken|invalid|malformed|truncated|partial|incomplete|fragment|unclosed|error|\bbad|\.(?:h|hh|hpp|inc)$/i;

/** Fast path: nearly all code that is complete ends with a closing mark at the start of a line. */
function mayBeOpen(content: string): boolean {
  const text = content.trimEnd();
  const last = text.slice(text.lastIndexOf('\n') + 1);
  return /^\s/.test(last) || last.length === text.length || !/^[)}\]]|[;}]$/.test(last);
}
