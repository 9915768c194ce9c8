/**
 * Returns whether a text is a patch: a unified or context diff, the output of `git diff` or `diff`, a patch of an
 * agent's tool, or search-and-replace blocks. Some lines of prose or a fence may precede it.
 */
export function isPatch(text: string): boolean {
  const at = text.split(LINE_BREAK, MAX_PROSE + 1).findIndex(line => BEGIN.test(line));
  if (at < 0) return false;
  const rest = text.split(LINE_BREAK, MAX_LINES).slice(at);
  return FORMATS.some(([first, ...later]) => {
    if (!first?.test(rest[0] ?? '')) return false;
    return later.every(pattern => rest.some(line => pattern.test(line)));
  });
}

const LINE_BREAK = /\r\n|\r|\n/;
const MAX_LINES = 400;
const MAX_PROSE = 6;
const BEGIN = /^(?:diff |Index: |--- |\*\*\* |@@ |<<<<<<<|\d+(?:,\d+)?[acd]\d)/;

/** For each patch format: a pattern for its first line, then patterns that must each match some line. */
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
