/**
 * Returns whether a text is a patch: a unified or context diff, the output of `git diff` or `diff`, a patch of an
 * agent's tool, or search-and-replace blocks. Some lines of prose or a fence may precede it.
 */
export function isPatch(text: string): boolean {
  const lines = text.split(/\r\n|\r|\n/, MAX_LINES);
  let at = 0;
  while (at < lines.length && at < MAX_PROSE && !BEGIN.test(lines[at] ?? '')) at++;
  const rest = lines.slice(at);
  return FORMATS.some(([first, ...later]) => {
    if (!first?.test(rest[0] ?? '')) return false;
    return later.every(pattern => rest.some(line => pattern.test(line)));
  });
}

const MAX_LINES = 400;
const MAX_PROSE = 6;
const BEGIN = /^(?:diff |Index: |--- |\*\*\* |@@ |<<<<<<<|\d+(?:,\d+)?[acd]\d)/;

/** For each patch format, a pattern for the first line, and patterns that must each match some line. */
const FORMATS: readonly (readonly RegExp[])[] = [
  [/^diff (?:--git |-[a-zA-Z]+ |--)/, /^(?:@@ |Binary files |(?:new|deleted) file mode|rename |similarity )/],
  [/^Index: /, /^--- /, /^\+\+\+ /],
  [/^--- \S/, /^\+\+\+ \S/, /^@@(?: |$)/],
  [/^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/, /^[+-]/],
  [/^\*\*\* Begin Patch\s*$/],
  [/^\*\*\* \S/, /^\*{10,}\s*$/, /^--- \d+/],
  [/^<<<<<<<+ ?(?:SEARCH|ORIGINAL)\b/i, /^=======/, /^>>>>>>>+ ?(?:REPLACE|UPDATED)\b/i],
  [/^\d+(?:,\d+)?[acd]\d+(?:,\d+)?\s*$/, /^[<>] /],
];
