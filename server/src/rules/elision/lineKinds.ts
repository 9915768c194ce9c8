/** Files of prose, in which a sentence is content. */
const PROSE =
  /(?:^|[./])(?:md|mdx|qmd|rmd|markdown|txt|text|rst|adoc|asciidoc|org|tex|feature|log|eml|wiki|license|notice|authors|copying)$/i;
/** Files of code and data, in which a sentence is none. In other files it may be. */
const CODE =
  /\.(?:[cm]?[jt]sx?|py|pyi|go|rs|java|kts?|swift|[ch]|cc|cpp|cxx|hh|hpp|cs|rb|php|css|s[ac]ss|less|jsonc?|geojson|ya?ml|toml|lua|dart|scala|sh|bash|zsh|sql|ini|tf|proto|graphql|r|jl|ex|exs|clj|zig|gradle|xml|svg|vue|svelte)$/i;

/** Returns whether a file is prose by its name: one without an ending is not known. */
export function isProsePath(path: string): boolean {
  return PROSE.test(path) || (!/\.\w+$/.test(path) && !/(?:file|rc)$/i.test(path));
}

export function isCodePath(path: string): boolean {
  return CODE.test(path);
}

const COMMENT = /^(?:\/\/|\/\*|\{\/\*|<!--|<%--|\{#|\(\*|--(?!\S*[;=])|@?rem\s|dnl\s)/i;
const HASH =
  /^#(?![![{]|\s*(?:include|define|undef|if|ifdef|ifndef|elif|else|endif|pragma|error|warning|import|line|region|endregion)\b)/;
const NO_HASH =
  /\.(?:css|s[ac]ss|less|[ch]|cc|cpp|cxx|hh|hpp|cs|[cm]?[jt]sx?|java|go|rs|kts?|swift|dart|scala|md|mdx|json|html?)$/i;
const OTHER_COMMENTS: readonly (readonly [path: RegExp, begin: RegExp])[] = [
  [/\.(?:tex|erl|m|pl|pro|sty)$/i, /^%/],
  [/\.(?:ini|lisp|el|clj|scm|asm|s)$/i, /^;/],
  [/\.(?:vb|bas|vbs)$/i, /^'/],
  [/\.vim$/i, /^"/],
];

/** Returns whether a line is a comment. Not one inside a block of comments, which looks like code in other languages. */
export function isCommentLine(line: string, path: string): boolean {
  const text = line.trim();
  if (COMMENT.test(text)) return true;
  if (HASH.test(text) && !NO_HASH.test(path)) return true;
  return OTHER_COMMENTS.some(([ending, begin]) => ending.test(path) && begin.test(text));
}

/**
 * Returns whether a line of a file of code is a sentence: words without what code is made of. Letters beyond Latin ones
 * stand in strings and comments of code only.
 */
export function isSentence(line: string): boolean {
  const text = line.trim().replace(/(\p{L})['’](?=\p{L})/gu, '$1');
  if (text.length > MAX_LENGTH || CODE_MARKS.test(text) || /^[\w"'-]+\s*:(?:\s|$)/.test(text)) return false;
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{4}/u.test(text)) return true;
  const words = text.match(/\p{L}+/gu)?.length ?? 0;
  if (
    /[\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Thai}]{3}/u.test(
      text,
    )
  )
    return words > 1;
  return words > 2 && /^\p{Lu}/u.test(text) && /[.!?:…]$/.test(text) && /\p{L}{2,} +\p{L}+/u.test(text);
}

const MAX_LENGTH = 400;
const CODE_MARKS = /[={}[\]<>|&$@\\"`^]|\w\(|;$/;

/** Returns whether words stand in brackets of any kind, as a remark does and code does not. */
export function isBracketed(line: string, path: string): boolean {
  const text = line.trim();
  if (text.length > MAX_LENGTH || !BRACKETED.test(text)) return false;
  if (text.startsWith('<') && /\.(?:[jt]sx|html?|xml|svg|vue|svelte|php)$/i.test(path)) return false;
  const inner = text.slice(1, -1);
  return (
    !/[=;"`{}]|\w\(|\]\(/.test(inner) && (/[\p{L}\p{N}][^\p{L}\p{N},]+\p{L}/u.test(inner) || !/[\x21-\x7e]/.test(inner))
  );
}

const BRACKETED = /^(?:\[.*\]|\(.*\)|<.*>|«.*»|【.*】|（.*）|〔.*〕|-{2,}.*-{2,}|~{2,}.*~{2,}|\*{2,}.*\*{2,})$/;

/** Returns whether a line has only marks that no code is made of: dots, scissors, arrows. */
export function isGlyphLine(line: string): boolean {
  const text = line.trim();
  return text !== '' && !/[\p{L}\p{N}{}()[\];,<>="'`]/u.test(text) && /\.{2}|~{2}|[^\0-\x7f]/.test(text);
}

/** The delimiter of a table in lines; undefined for other files. */
export function tableDelimiter(path: string, firstLine = ''): string | undefined {
  return /\.(?:csv|tsv|psv)$/i.test(path) ? /[,;\t|]/.exec(firstLine)?.[0] : undefined;
}

/** Returns whether a line of Markdown is in an indented block of code, below another line of it. */
export function isIndentedCode(lines: readonly string[], at: number): boolean {
  return INDENTED.test(lines[at] ?? '') && INDENTED.test(lines[at - 1] ?? '');
}

const INDENTED = /^(?: {4}|\t)\s*(?![-*+]\s|\d+[.)]\s)\S/;

/** Returns whether all cells of a table's row are dots. */
export function isDotsRow(line: string): boolean {
  return /^(?:"?(?:\.{2,}|…)"? ?[,;\t|] ?)+(?:"?(?:\.{2,}|…)"?)?$/.test(line.trim());
}

/** The keys by which JSON, which has no comments, says something to its reader. */
export const COMMENT_KEY =
  /^"(?:\/\/+[^"]*|#[^"]*|\.{2,}|…|_+|comments?|[_$@]+(?:comments?|notes?|remarks?|info|todo|rest|more))"\s*:/i;
