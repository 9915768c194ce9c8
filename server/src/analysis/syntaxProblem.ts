import type { Problem } from '../model/analysis';
import type { Part } from '../model/part';
import type { SyntaxFault } from '../text/json/parseJson';

/** The only problem of a part that is not JSON. */
export function syntaxProblem(part: Part, { span, message }: SyntaxFault): Problem {
  return { rule: 'syntax', severity: 'error', message, part, span, fixes: [] };
}

/** Whether a syntax error comes from dots that elide JSON, as documents write it: `[...]`, `{...}`, `"a": ...`. */
export function isElided(part: Part, fault: SyntaxFault): boolean {
  return !part.oneLine && ELISION.test(part.text.slice(fault.span.start, fault.span.start + 5));
}

const ELISION = /^\s*(\.\.\.|…)/;

/** The only problem of deliberately elided JSON: nothing in it was checked. */
export function elidedProblem(part: Part, fault: SyntaxFault): Problem {
  const start = part.text.slice(fault.span.start).search(/\.\.\.|…/) + fault.span.start;
  const message = 'Part of this JSON is left out ("..."), so the block is not checked.';
  const span = { start, end: start + (part.text[start] === '…' ? 1 : 3) };
  return { rule: 'syntax/elided', severity: 'info', message, part, span, fixes: [] };
}
