/** A bracket, string or comment that is still open at the end of a file's code: a sign that the code breaks off. */
export interface OpenConstruct {
  /** The opening mark. */
  mark: string;
  /** The line of the opening mark, from 1. */
  line: number;
}

/** The marks of comments, strings and brackets of a language. `patterns`: it has literals of regular expressions. */
interface Syntax {
  lineComments: readonly string[];
  blockComments: readonly (readonly [begin: string, end: string])[];
  /** Strings that may span lines, the longer marks first. */
  texts: readonly string[];
  /** Strings that end with their line. */
  strings: string;
  brackets: string;
  patterns?: boolean;
  /** A single quote begins a character or a lifetime. */
  chars?: boolean;
  /** Constructs that the scan would misread. */
  unknown?: RegExp;
}

const C_LIKE: Syntax = {
  lineComments: ['//'],
  blockComments: [['/*', '*/']],
  texts: ['"""'],
  strings: '"\'',
  brackets: '()[]{}',
};
const SCRIPT: Syntax = { ...C_LIKE, texts: ['`'], patterns: true };
const STYLE: Syntax = { ...C_LIKE, lineComments: [], texts: [] };
const HASH: Syntax = { ...C_LIKE, lineComments: ['#'], blockComments: [], texts: ['"""', "'''"] };

const VERBATIM = /\\verb|\\catcode|lstlisting|minted/;

const SYNTAXES: readonly (readonly [path: RegExp, syntax: Syntax])[] = [
  [/\.(?:jsonc?|json5|geojson|ipynb|webmanifest|har|sarif)$/i, { ...C_LIKE, texts: [], strings: '"' }],
  [/\.[cm]?[jt]sx?$/i, SCRIPT],
  [/\.(?:go|groovy|gradle)$/i, { ...C_LIKE, texts: ['"""', '`'] }],
  [/\.rs$/i, { ...C_LIKE, texts: ['"'], strings: '', chars: true, unknown: /\br#*"/ }],
  [
    /\.(?:java|kts?|swift|[ch]|cc|cpp|cxx|hh|hpp|cs|dart|scala|proto|zig|m|mm)$/i,
    { ...C_LIKE, unknown: /[#@R]"|\br["']|'''|\\"""|^[ \t]*#[ \t]*(?:else|elif)\b/m },
  ],
  [/\.(?:scss|less)$/i, { ...STYLE, lineComments: ['//'] }],
  [/\.css$/i, STYLE],
  [/\.(?:tf|tfvars|hcl)$/i, { ...HASH, lineComments: ['#', '//'], blockComments: [['/*', '*/']], texts: [] }],
  [/\.pyi?$/i, HASH],
  [/\.toml$/i, { ...HASH, unknown: /\\'/ }],
  [/\.(?:graphql|gql|nix|r|jl)$/i, { ...HASH, texts: ['"""'], unknown: /''|\br["']/i }],
  [/\.sql$/i, { ...C_LIKE, lineComments: ['--'], texts: ["'"], strings: '"', brackets: '()' }],
  [
    /\.(?:tex|sty|cls|bib)$/i,
    { ...HASH, lineComments: ['%'], texts: [], strings: '', brackets: '{}', unknown: VERBATIM },
  ],
];

/**
 * Finds the innermost construct that is still open at the end of code; undefined if everything is closed. `'unknown'` for
 * an unsupported language, and for brackets that don't match, since the scan then misreads the text.
 */
export function scanBrackets(text: string, path: string): OpenConstruct | 'unknown' | undefined {
  const syntax = SYNTAXES.find(([ending]) => ending.test(path))?.[1];
  if (!syntax || syntax.unknown?.test(text)) return 'unknown';
  const open: OpenConstruct[] = [];
  let line = 1;
  // The last character other than a space: it distinguishes a regular expression from a division.
  let last = '';
  for (let at = 0; at < text.length; ) {
    const char = text.charAt(at);
    if (char === '\n') line++;
    if (char <= ' ') {
      at++;
      continue;
    }
    const skipped = skipConstruct(text, at, { syntax, last });
    if (skipped !== undefined) {
      if (skipped.end === UNKNOWN) return 'unknown';
      if (skipped.end < 0) return { mark: skipped.mark, line };
      for (let between = at; between < skipped.end; between++) if (text.charAt(between) === '\n') line++;
      at = skipped.end;
      if (!skipped.isComment) last = '"';
      continue;
    }
    const bracket = syntax.brackets.indexOf(char);
    if (bracket >= 0 && bracket % 2 === 0) open.push({ mark: char, line });
    else if (bracket >= 0 && open.pop()?.mark !== syntax.brackets.charAt(bracket - 1)) return 'unknown';
    last = char;
    at += char === '\\' ? 2 : 1;
  }
  return open.at(-1);
}

const UNKNOWN = -2;
/** The maximum length of a regular expression, in characters. */
const LONGEST_PATTERN = 1000;

interface Skipped {
  mark: string;
  /** The offset behind the construct; -1 if nothing ends it, `UNKNOWN` if finding the end would take too long. */
  end: number;
  isComment?: boolean;
}

function skipConstruct(
  text: string,
  at: number,
  { syntax, last }: { syntax: Syntax; last: string },
): Skipped | undefined {
  for (const mark of syntax.lineComments) {
    if (text.startsWith(mark, at)) return { mark, end: lineEnd(text, at), isComment: true };
  }
  for (const [mark, close] of syntax.blockComments) {
    if (!text.startsWith(mark, at)) continue;
    const end = text.indexOf(close, at + mark.length);
    return { mark, end: end < 0 ? -1 : end + close.length, isComment: true };
  }
  for (const mark of syntax.texts)
    if (text.startsWith(mark, at)) return { mark, end: textEnd(text, at + mark.length, mark) };
  const char = text.charAt(at);
  if (char === "'" && syntax.chars)
    return { mark: char, end: at + (CHARACTER.exec(text.slice(at, at + 14))?.[0].length ?? 1) };
  if (syntax.strings.includes(char)) return { mark: char, end: stringEnd(text, at, char) };
  if (char === '/' && syntax.patterns && (/[(,=:[!&|?{};+<>~^]|^$/.test(last) || isBehindKeyword(text, at)))
    return { mark: char, end: patternEnd(text, at) };
  return undefined;
}

/** A literal of one character; a quote alone marks a lifetime. */
const CHARACTER = /^'(?:\\[^\n]{1,10}?|[^\\'\n])'/u;

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

function textEnd(text: string, from: number, mark: string): number {
  for (let at = from; at < text.length; at++) {
    if (isInsertion(text, at)) {
      if (hasQuote(text, at, mark)) return UNKNOWN;
    } else if (text.charAt(at) === '\\' && mark !== "'") at++;
    else if (text.startsWith(mark, at)) return at + mark.length;
  }
  return -1;
}

/** Returns whether a text has a value inserted here, as `${…}` or `\(…)`. */
function isInsertion(text: string, at: number): boolean {
  return text.startsWith('${', at) || text.startsWith('\\(', at);
}

/** Returns whether an inserted value has the quote of the text around it: the end of the text is unknown then. */
function hasQuote(text: string, from: number, quote: string): boolean {
  let depth = 0;
  for (let at = from + 1; at < from + LONGEST_PATTERN; at++) {
    const char = text.charAt(at);
    if (char === '(' || char === '{') depth++;
    else if (char === ')' || char === '}') depth--;
    if (depth === 0) return false;
    if (text.startsWith(quote, at)) break;
  }
  return true;
}

/** Returns the end of a string. A quote without a second one in its line is an apostrophe or marks a lifetime. */
function stringEnd(text: string, from: number, quote: string): number {
  for (let at = from + 1; at < text.length; at++) {
    const char = text.charAt(at);
    if (isInsertion(text, at)) {
      if (hasQuote(text, at, quote)) return UNKNOWN;
    } else if (char === '\\') at++;
    else if (char === quote) return at + 1;
    else if (char === '\n') break;
  }
  return from + 1;
}

/** Returns whether an offset is behind a keyword that an expression follows. */
function isBehindKeyword(text: string, at: number): boolean {
  return /(?:^|[^\w$.])(?:await|case|default|delete|do|else|in|of|return|throw|typeof|void|yield)\s+$/.test(
    text.slice(Math.max(0, at - 12), at),
  );
}

/** Returns the end of a regular expression. A slash without a second one in its line is a division. */
function patternEnd(text: string, from: number): number {
  let isInClass = false;
  for (let at = from + 1; at < text.length; at++) {
    if (at - from > LONGEST_PATTERN) return UNKNOWN;
    const char = text.charAt(at);
    if (char === '\\') at++;
    else if (char === '[') isInClass = true;
    else if (char === ']') isInClass = false;
    else if (char === '/' && !isInClass) return at + 1;
    else if (char === '\n') break;
  }
  return from + 1;
}
