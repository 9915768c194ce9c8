/** Matches the names of files of prose, such as `README.md`. A remark about omitted text in prose may be a sentence of the document. */
const PROSE =
  /(?:^|[./])(?:md|mdx|qmd|rmd|markdown|txt|text|rst|adoc|asciidoc|org|tex|feature|log|eml|wiki|license|notice|authors|copying)$/i;
/** Matches the names of files of code and data, which contain no sentences outside of comments and strings. Any other file may. */
const CODE =
  /\.(?:[cm]?[jt]sx?|py|pyi|go|rs|java|kts?|swift|[ch]|cc|cpp|cxx|hh|hpp|cs|rb|php|css|s[ac]ss|less|jsonc?|geojson|ya?ml|toml|lua|dart|scala|sh|bash|zsh|sql|ini|tf|proto|graphql|r|jl|ex|exs|clj|zig|gradle|xml|svg|vue|svelte)$/i;

/** Returns whether a file is prose by its name. A file without an extension counts as prose, except `Makefile` and the like. */
export function isProsePath(path: string): boolean {
  return PROSE.test(path) || (!/\.\w+$/.test(path) && !/(?:file|rc)$/i.test(path));
}

/** Returns whether a file is code or data by its name. */
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

/** Returns whether a line begins with a comment mark. Excludes inner lines of block comments, which may look like code. */
export function isCommentLine(line: string, path: string): boolean {
  const text = line.trim();
  if (!mayBeRemark(text)) return false;
  if (COMMENT.test(text)) return true;
  if (HASH.test(text) && !NO_HASH.test(path)) return true;
  return OTHER_COMMENTS.some(([ending, begin]) => begin.test(text) && ending.test(path));
}

/**
 * Returns whether a trimmed line may be a comment, words in brackets, or a line of dots. Costs little and rules out nearly
 * all lines of code, which begin with a word or a closing bracket.
 */
export function mayBeRemark(line: string): boolean {
  return REMARK_START.test(line);
}

const REMARK_START = /^(?:[^a-z0-9)\]}|]|rem\s|dnl\s)/i;

/**
 * Returns whether a line of a text is code for certain, since a sign of code stands between its words, outside of
 * parentheses, and no comment follows.
 */
export function hasPlainCode(text: string): boolean {
  return PLAIN_CODE.test(text);
}

// The lookahead makes the match linear: it holds or fails once for each line.
const PLAIN_CODE =
  /(?:^|[\r\n\v\f])[ \t]*(?!(?:rem|dnl)\s)[a-z0-9][^\r\n\v\f()/#\-={}$\\|@";[\]]*[={}$\\|@";[\]](?=[^\r\n\v\f/#-]*(?![^\r\n\v\f]))[^\r\n\v\f]*[a-z0-9]/i;

/**
 * Returns whether a file of code consists of plain lines: each is blank, begins with a letter or digit, or is a closing bracket, none has
 * dots in a row or a mark of a comment, and the last one closes what is open. No line of such a file stands for others.
 */
export function isPlainCode(text: string, path: string): boolean {
  if (!PLAIN_CODE_PATH.test(path) || !/^[a-z]/i.test(text) || ODD_LINE.test(text)) return false;
  const end = text.trimEnd();
  const last = end.lastIndexOf('\n') + 1;
  return (
    last > 0 && /[)\]}]/.test(end.charAt(last)) && hasPlainCode(text) && !isSentence(text.slice(0, text.indexOf('\n')))
  );
}

const PLAIN_CODE_PATH = /\.(?:[cm]?[jt]sx?|pyi?|go|rs|java|kts?|swift|cs|rb|dart|scala)$/i;
const ODD_LINE =
  /[^\t\n -~]|\.\.|\/[/*]|#|--|<[<!]|;base64,|(?:^|\n)[ \t]*(?:[^ \t\na-z0-9)\]}]|[)\]}][^\n\w.]*[\w.]|(?:rem|dnl|diff)[ \t]|index:|\d+[,acd])/i;

/**
 * Returns whether a line of a file of code is a sentence: words without signs of code. Letters of other scripts than Latin
 * suffice, since code has them only in strings and comments.
 */
export function isSentence(line: string): boolean {
  // Before anything else: nearly all lines of code have such marks.
  if (CODE_MARKS.test(line)) return false;
  const text = line.trim().replace(/(\p{L})['’](?=\p{L})/gu, '$1');
  if (text.length > MAX_LENGTH || /^[\w"'-]+\s*:(?:\s|$)/.test(text)) return false;
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
const CODE_MARKS = /[={}[\]<>|&$@\\"`^]|\w\(|;\s*$/;

/** Returns whether a line is words in brackets of any kind, as in a remark and not in code. */
export function isBracketed(line: string, path: string): boolean {
  const text = line.trim();
  if (text.length > MAX_LENGTH || !BRACKETED.test(text)) return false;
  if (text.startsWith('<') && /\.(?:[jt]sx|html?|xml|svg|vue|svelte|php)$/i.test(path)) return false;
  if (TAG_PAIR.test(text)) return false;
  const inner = text.slice(1, -1);
  return (
    !/[=;"`{}]|\w\(|\]\(/.test(inner) && (/[\p{L}\p{N}][^\p{L}\p{N},]+\p{L}/u.test(inner) || !/[\x21-\x7e]/.test(inner))
  );
}

const TAG_PAIR = /^<[a-z][^<>]*>.*<\/[a-z][^<>]*>$/i;
const BRACKETED = /^(?:\[.*\]|\(.*\)|<.*>|«.*»|【.*】|（.*）|〔.*〕|-{2,}.*-{2,}|~{2,}.*~{2,}|\*{2,}.*\*{2,})$/;

/** Returns whether a line consists of glyphs that code does not use: dots, scissors, arrows. */
export function isGlyphLine(line: string): boolean {
  const text = line.trim();
  return text !== '' && !/[\p{L}\p{N}{}()[\];,<>="'`]/u.test(text) && /\.{2}|~{2}|[^\0-\x7f]/.test(text);
}

/** Returns the delimiter of a CSV, TSV or PSV file; undefined for any other file. */
export function tableDelimiter(path: string, firstLine = ''): string | undefined {
  return /\.(?:csv|tsv|psv)$/i.test(path) ? /[,;\t|]/.exec(firstLine)?.[0] : undefined;
}

/** Returns whether a line of Markdown is in an indented code block, and not its first line. */
export function isIndentedCode(lines: readonly string[], at: number): boolean {
  return INDENTED.test(lines[at] ?? '') && INDENTED.test(lines[at - 1] ?? '');
}

const INDENTED = /^(?: {4}|\t)\s*(?![-*+]\s|\d+[.)]\s)\S/;

/** Returns whether a line is a row of a Markdown table with words in several cells. */
export function isTableRow(line: string): boolean {
  return TABLE_ROW.test(line);
}

const TABLE_ROW = /^\s*\|[^|()a-z0-9]*[a-z0-9][^|()]*\|.*[a-z0-9]/i;

/** Returns whether all cells of a table's row are dots. */
export function isDotsRow(line: string): boolean {
  return /^(?:"?(?:\.{2,}|…)"? ?[,;\t|] ?)+(?:"?(?:\.{2,}|…)"?)?$/.test(line.trim());
}

/** Matches a JSON property that stands in for a comment. */
export const COMMENT_KEY =
  /^"(?:\/\/+[^"]*|#[^"]*|\.{2,}|…|_+|comments?|[_$@]+(?:comments?|notes?|remarks?|info|todo|rest|more))"\s*:/i;
