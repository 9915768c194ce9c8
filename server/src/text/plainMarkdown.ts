/** Removes the markup from Markdown, for a one-line preview. Of a long text, returns only the beginning and the end, which is enough for a line. */
export function plainMarkdown(markdown: string): string {
  const text =
    markdown.length > 2 * LOOKED_AT ? `${markdown.slice(0, LOOKED_AT)}\n${markdown.slice(-LOOKED_AT)}` : markdown;
  if (!MARK.test(text)) return text;
  // Looking is cheaper than replacing: nearly all texts have only some of the marks.
  let plain = RULE.test(text) ? text.replace(FENCE_OR_RULE, '') : text;
  if (BEGINNING.test(plain)) plain = plain.replace(QUOTE_OR_HEADING, '');
  if (/[*+][ \t]/.test(plain)) plain = plain.replace(BULLET, '$1-');
  const [links, emphasis, underlined] = [plain.includes(']('), /[*~]/.test(plain), plain.includes('_')];
  const depths = links || emphasis || underlined ? DEEPEST : 0;
  // Marks can be nested, such as bold text in a link.
  for (let depth = 0; depth < depths; depth++) {
    const before = plain;
    if (links) plain = plain.replace(LINK, (whole, _code, label) => label ?? whole);
    if (emphasis) plain = plain.replace(EMPHASIS, withoutPair);
    if (underlined) plain = plain.replace(UNDERLINED, withoutPair);
    if (plain === before) break;
  }
  return plain.includes('`') ? plain.replace(CODE, '$2') : plain;
}

const LOOKED_AT = 500;
const DEEPEST = 3;
const MARK = /[*_`#>~[]|---/;

function withoutPair(whole: string, _code: string | undefined, before = '', _marks?: string, inner?: string): string {
  return inner === undefined ? whole : before + inner;
}

// Quick tests: lines with a fence or a rule, and lines whose beginning may be removed.
const RULE = /`{3}|~{3}|[-*_][ \t]*[-*_][ \t]*[-*_]/;
const BEGINNING = /^[ \t>#]/m;
const FENCE_OR_RULE = /^[ \t]*(?:(?:`{3}|~{3})[^`\n]*|(?:[-*_][ \t]*){3,})$/gm;
const QUOTE_OR_HEADING = /^[ \t]*(?:>[ \t>]*)?(?:#{1,6}[ \t]+)?/gm;
const BULLET = /^([ \t]*)[*+](?=[ \t])/gm;

// In code, marks are text. Each alternative excludes the mark that ends it, so nothing is searched twice. Globs (`src/**/*.ts`), names
// (`__init__`, `snake_case`) and sums (`2 * 3 * 4`) have no marks.
const CODE = /(`{1,3})([^`]+)\1/g;
const LINK = /(`[^`]+`)|!?\[([^\][]+)\]\([^()\s]*\)/g;
const EMPHASIS = /(`[^`]+`)|(^|[^\w*/\\.])(\*{1,3}|~~)(?=[^\s*~/.])([^*~]*[^\s*~/])\3(?![\w*/])/g;
const UNDERLINED = /(`[^`]+`)|(^|[^\w/\\.])(__(?=[^_]*\s)|_)(?=[^\s_])([^_]*[^\s_])\3(?![\w/])/g;
