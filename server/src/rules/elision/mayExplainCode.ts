import { isBracketed, isCommentLine, isProsePath } from './kindsOfLines';
import { readOmissionLine } from './readOmissionLine';

/**
 * Returns whether a comment may explain the code beside it, as "Handle the rest" does, so that its words alone don't show that code is left
 * out. Dots, brackets, and words for pieces of code and their state show it.
 */
export function mayExplainCode(lines: readonly string[], at: number, path: string): boolean {
  const [before = '', line = '', after = ''] = [lines[at - 1], lines[at], lines[at + 1]].map(one => one?.trim());
  if (isProsePath(path) || !isCommentLine(line, path)) return false;
  if (!isCode(after, path) && !BRANCH.test(before)) return false;
  const words = line.replace(COMMENT_MARKS, '').trim();
  if (/^(?:\.{2,}|…)|(?:\.{3}|…)$/.test(words) || isBracketed(words, path)) return false;
  // In markup comments explain little, and the dictionary of other languages has fewer words.
  const read = readOmissionLine(line);
  if (read && (read.markup || read.bracketed || read.dots > 0 || read.foreign > 0)) return false;
  return !/\bbrevity\b/i.test(words) && !(PIECE_OF_CODE.test(words) && STATE_OF_CODE.test(words));
}

/** Returns whether a line is code other than a bracket that closes a block. */
function isCode(line: string, path: string): boolean {
  return line !== '' && !isCommentLine(line, path) && !/^(?:[)}\]]|<\/|end\b)/.test(line);
}

/** The start of a branch, which a comment may explain that is all of it. */
const BRANCH = /^\W*(?:else|catch|except|case|default)\b[^;]*[{:]$/;
const COMMENT_MARKS = /^(?:\/\/+|\/\*+|<!--+|#+|--+|%+|;+)|(?:\*\/|-->)$/g;
const PIECE_OF_CODE =
  /\b(?:code|boilerplate|logic|(?:function|method|class|module|script|helper|implementation|component|getter|setter|selector|constructor|handler|hook|section|route|endpoint)(?:s|es)?|imports|includes|exports|jobs|services|steps|structs|enums|lines? \d|(?:rest|remainder) of (?:the|this) (?:file|document))\b/i;
const STATE_OF_CODE =
  /\b(?:unchanged|untouched|unmodified|unaltered|omitted|elided|snipped|truncated|abridged|trimmed|the same|same as|identical|as (?:before|is|above|usual|in|it|they)|(?:stays?|remains?) (?:here|in place|put|where)|not (?:shown|repeated|included|displayed|changed|modified|touched|reproduced)|(?:no|without) (?:changes?|edits?))\b/i;
