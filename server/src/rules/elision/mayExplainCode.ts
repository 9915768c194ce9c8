import { isBracketed, isCommentLine, isProsePath } from './kindsOfLines';
import { type OmissionLine, readOmissionLine } from './readOmissionLine';

/**
 * Returns whether a comment may explain the code next to it, as "Handle the rest" does, instead of standing for omitted code. Dots, brackets, and
 * words for pieces of code and their state speak for omitted code.
 */
export function mayExplainCode(lines: readonly string[], at: number, path: string): boolean {
  const [before = '', line = '', after = ''] = [lines[at - 1], lines[at], lines[at + 1]].map(one => one?.trim());
  if (isProsePath(path) || !isCommentLine(line, path)) return false;
  const words = line.replace(COMMENT_MARKS, '').trim();
  const read = readOmissionLine(line);
  if (isHeading(words, read) && isAtSameMargin(lines, at, path)) return true;
  if (/^(?:\.{2,}|…)|(?:\.{3}|…)$/.test(words) || isBracketed(words, path)) return false;
  // In markup comments explain little.
  if (read && (read.markup || read.bracketed || read.dots > 0)) return false;
  const isCodeBefore = /[\p{L}\p{N}]/u.test(before) && !isCommentLine(before, path);
  const isCodeAfter = isCode(after, path);
  const isPiece = PIECE_OF_CODE.test(words) || (CONTENT.test(path) && (DATA.test(words) || RULES.test(words)));
  if (isPiece && NOTHING.test(after)) return false;
  if ((isCodeBefore || isCodeAfter) && !isPiece && DATA.test(words)) return true;
  // The dictionary of other languages has fewer words.
  if ((!isCodeAfter && !BRANCH.test(before)) || (read && read.foreign > 0)) return false;
  return !/\bbrevity\b/i.test(words) && !(isPiece && STATE_OF_CODE.test(words));
}

/** Returns whether words between drawn lines name what follows, not its state or a rest: `--- existing methods ---`. */
function isHeading(words: string, read: OmissionLine | undefined): boolean {
  if (!read?.counts.thing || read.dots > 0 || REST.test(words) || !/^([-=~])\1+ .* [-=~]{2,}$/.test(words))
    return false;
  const { state, above, settled, keep, more, here } = read.counts;
  return state + above + settled + keep + more + here === 0;
}

/** Returns whether the next line with text is code at the same margin. */
function isAtSameMargin(lines: readonly string[], at: number, path: string): boolean {
  const next = lines.slice(at + 1, at + MAX_BLANK).find(line => line.trim() !== '') ?? '';
  return isCode(next.trim(), path) && /^\s*/.exec(next)?.[0] === /^\s*/.exec(lines[at] ?? '')?.[0];
}

const MAX_BLANK = 4;
const REST = /\b(?:rest|remainder|remaining)\b/i;

/** Returns whether a line is code other than a bracket that closes a block. */
function isCode(line: string, path: string): boolean {
  return line !== '' && !isCommentLine(line, path) && !/^(?:[)}\]]|<\/|end\b)/.test(line);
}

/** A statement of Python that does nothing: the comment above it stands for the code. */
const NOTHING = /^(?:pass|\.\.\.)$/;
/** The start of a branch, which a comment may explain that is all of it. */
const BRANCH = /^\W*(?:else|catch|except|case|default)\b[^;]*[{:]$/;
/** Nouns for what code works on: "other fields stay the same" is about an object, not about the file. */
const DATA =
  /\b(?:fields?|propert(?:y|ies)|props|rows?|settings?|values?|entries|records?|columns?|keys?|attributes?|options?|items?|data|felder|eigenschaften|werte|einstellungen|champs|propriétés|valeurs|campos|propiedades|valores|filas)\b|字段|属性|设置|フィールド|プロパティ|設定|필드|속성|пол(?:я|ей)|свойств|значени/iu;
/** Files that consist of fields, settings or rows. */
const CONTENT =
  /\.(?:jsonc?|json5|geojson|ya?ml|toml|ini|cfg|conf|env|properties|css|s[ac]ss|less|xml|svg|html?|tf|hcl|proto|graphql|gql|csv|tsv)$/i;
/** Further nouns for what such files consist of. */
const RULES = /\b(?:rules|styles|breakpoints|media queries)\b/i;
const COMMENT_MARKS = /^(?:\/\/+|\/\*+|<!--+|#+|--+|%+|;+)|(?:\*\/|-->)$/g;
const PIECE_OF_CODE =
  /\b(?:code|boilerplate|logic|(?:function|method|class|module|script|helper|implementation|component|getter|setter|selector|constructor|handler|hook|section|route|endpoint)(?:s|es)?|imports|includes|exports|jobs|services|steps|structs|enums|impl blocks?|lines? \d+|(?:rest|remainder) of (?:the|this) (?:file|document))\b/i;
const STATE_OF_CODE =
  /\b(?:unchanged|untouched|unmodified|unaltered|omitted|elided|snipped|truncated|abridged|trimmed|the same|same as|identical|as (?:before|is|above|usual|in|it|they)|(?:kept|left|stays?|remains?) the way|left out|(?:stays?|remains?) (?:here|in place|put|where)|not (?:been )?(?:shown|repeated|included|displayed|changed|modified|touched|reproduced)|(?:no|without) (?:changes?|edits?))\b/i;
