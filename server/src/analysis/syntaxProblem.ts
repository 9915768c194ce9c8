import type { Problem } from '../model/analysis';
import type { Part } from '../model/part';
import type { SyntaxFault } from '../text/json/parseJson';

/** The one thing to say of a part that is not JSON. */
export function syntaxProblem(part: Part, { span, message }: SyntaxFault): Problem {
  return { rule: 'syntax', severity: 'error', message, part, span, fixes: [] };
}

/** Does a fault come of dots that stand for JSON left out, as documents write it: `[...]`, `{...}`, `"a": ...`? */
export function isElided(part: Part, fault: SyntaxFault): boolean {
  return !part.oneLine && ELISION.test(part.text.slice(fault.span.start, fault.span.start + 5));
}

const ELISION = /^\s*(\.\.\.|…)/;

/** What to say of JSON that is elided on purpose: that nothing in it was checked, once. */
export function elidedProblem(part: Part, fault: SyntaxFault): Problem {
  const start = part.text.slice(fault.span.start).search(/\.\.\.|…/) + fault.span.start;
  const message = 'Part of this JSON is left out ("..."), so the block is not checked.';
  const span = { start, end: start + (part.text[start] === '…' ? 1 : 3) };
  return { rule: 'syntax/elided', severity: 'info', message, part, span, fixes: [] };
}
