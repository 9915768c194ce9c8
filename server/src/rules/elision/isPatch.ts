/**
 * Is a text a patch, which says how a file changes: a unified or a context diff, what `git diff` or `diff` prints, a patch of an agent's
 * tool, or blocks to search and to replace? Some lines of prose, or a fence, may stand before it.
 */
export function isPatch(text: string): boolean {
  const lines = text.split(/\r\n|\r|\n/, MOST_LINES);
  let at = 0;
  while (at < lines.length && at < MOST_PROSE && !BEGIN.test(lines[at] ?? '')) at++;
  const rest = lines.slice(at);
  return SHAPES.some(([first, ...others]) => {
    if (!first?.test(rest[0] ?? '')) return false;
    return others.every(one => rest.some(line => one.test(line)));
  });
}

const MOST_LINES = 400;
const MOST_PROSE = 6;
const BEGIN = /^(?:diff |Index: |--- |\*\*\* |@@ |<<<<<<<|\d+(?:,\d+)?[acd]\d)/;

/** What the first line is, and what some line after it is. */
const SHAPES: readonly (readonly RegExp[])[] = [
  [/^diff (?:--git |-[a-zA-Z]+ |--)/, /^(?:@@ |Binary files |(?:new|deleted) file mode|rename |similarity )/],
  [/^Index: /, /^--- /, /^\+\+\+ /],
  [/^--- \S/, /^\+\+\+ \S/, /^@@(?: |$)/],
  [/^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/, /^[+-]/],
  [/^\*\*\* Begin Patch\s*$/],
  [/^\*\*\* \S/, /^\*{10,}\s*$/, /^--- \d+/],
  [/^<<<<<<<+ ?(?:SEARCH|ORIGINAL)\b/i, /^=======/, /^>>>>>>>+ ?(?:REPLACE|UPDATED)\b/i],
  [/^\d+(?:,\d+)?[acd]\d+(?:,\d+)?\s*$/, /^[<>] /],
];
