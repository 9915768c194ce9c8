import { BETWEEN_CODE, elisionCertainty } from './elisionCertainty';
import { isAboutFile } from './findForm';
import { CHANGED, isWithdrawn } from './findShrinkage';
import { isIdiom } from './idioms';
import { isCodePath, isProsePath } from './lineKinds';
import { normalizeText } from './normalizeText';
import { readLine } from './readLine';

/**
 * Returns whether a document is a heading, or a front matter, and a few whole sentences that don't speak of left-out text
 * or of the edit: a page that was withdrawn, in whatever language, has become short. A file of code may be a comment that
 * says what became of it.
 */
export function isShortDocument(content: string, path: string): boolean {
  if (isWithdrawn(content.trim(), path)) return true;
  if (!isProsePath(path) || isCodePath(path) || content.length > MAX_LENGTH) return false;
  const text = content.trim();
  const matter = /^---\n(?:[^\n]{0,200}\n){1,12}?---(?:\n|$)/.exec(text)?.[0] ?? '';
  const lines = text
    .slice(matter.length)
    .split(LINE_BREAK)
    .map(line => line.trim())
    .filter(line => line !== '');
  const said = lines.filter(line => !/^(?:#{1,6}\s|[=~^-]{3,}$)/.test(line));
  if (said.length === 0 || said.length > MAX_LINES || (matter === '' && said.length === lines.length)) return false;
  return (
    SENTENCE_END.test(said.at(-1) ?? '') &&
    said.every(line => /^[\p{L}\p{N}*_>"'“„«¿¡]/u.test(line) && !/\.{3}|…|`{3}/.test(line)) &&
    !said.some(line => isAboutFile([line], path) || line.split(/(?<=[.!?。])\s*/).some(isAboutText))
  );
}

/** Returns whether a sentence may speak of text that is left out, or of what was done to the file. */
function isAboutText(sentence: string): boolean {
  const line = sentence.replace(/[.!?。*_>]/g, ' ').trim();
  if (line === '') return false;
  if (CHANGED.test(line) || isIdiom(line) || ELSEWHERE.test(line)) return true;
  const read = readLine(normalizeText(line));
  if (!read) return false;
  const { left, others, state, settled, above, keep, more, done, thing, piece } = read.counts;
  return (
    elisionCertainty(read, BETWEEN_CODE) !== undefined ||
    left + state + settled + above + keep + more > 0 ||
    (others > 0 && thing + piece > 0) ||
    (done > 0 && thing > 0)
  );
}

const LINE_BREAK = /\r\n|[\r\n]/;
const MAX_LENGTH = 1000;
const MAX_LINES = 4;
const SENTENCE_END = /[.!?。！？।]["'»”)*_]*$|https?:\S+$|\]\([^()]+\)$/;
const ELSEWHERE = /\b(?:messages?|mensaje|mensagem|messaggio|nachricht|diff)\b/i;
