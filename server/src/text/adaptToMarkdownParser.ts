/**
 * Prepares a text for the Markdown parser, where the parser would misread it or be very slow. All offsets stay the same. GitHub accepts
 * whitespace behind a table's delimiter row, but the parser does not, so the last pipe is moved behind the whitespace. Markers of lists and
 * quotes that stand very far to the right become text. Tables with very many columns stay unchanged.
 */
export function adaptToMarkdownParser(given: string): string {
  const text = FAR_RIGHT.test(given) ? given.replace(FAR_RIGHT_ALL, withoutFarMarks) : given;
  return BLANKS_BEHIND.test(text) ? text.replace(BLANKS_BEHIND_ALL, '$1$3|') : text;
}

// For each line, the parser walks through all enclosing lists from the margin: with thousands of nested lists it never
// ends. So list markers this far to the right are read as text.
const FAR_RIGHT = /^[ \t>*+\-.)\d]{500,}\n?/m;
const FAR_RIGHT_ALL = new RegExp(FAR_RIGHT, 'gm');
const FARTHEST = 500;

function withoutFarMarks(begin: string): string {
  // Without a lookbehind, which older browsers refuse.
  const marks = /[ \t>](?:[-*+]|\d+[.)])(?=\s)|>/g;
  return begin.slice(0, FARTHEST) + begin.slice(FARTHEST).replace(marks, mark => mark.replace(/[^ \t]/g, 'x'));
}

// Unambiguous about whitespace: far indented lines would backtrack without end.
const BLANKS_BEHIND = /^([ \t>]*(?:\|[ \t]*)?:?-+:?(?:[ \t]*\|[ \t]*:?-+:?){0,10000}[ \t]*)(\|)([ \t]+)$/m;
const BLANKS_BEHIND_ALL = new RegExp(BLANKS_BEHIND, 'gm');
