import { formatNumber, t } from '../../shared/l10n';
import { isAboutFile } from './findTextInPlaceOfFile';
import { isCodePath, isCommentLine, isProsePath } from './kindsOfLines';
import { normalizeText } from './normalizeText';
import { isOmissionPhrase } from './omissionPhrases';
import { readOmissionLine } from './readOmissionLine';

/**
 * Finds new content that is much too short for the file that it replaces, and describes it: an instruction, a word, a paragraph of prose, or
 * empty. Undefined for any other content. A module may become one line that exports another module, and a document may become a sentence that
 * withdraws it.
 */
export function findShrinkage({ content, before, path }: Replacement & { path: string }): string | undefined {
  const text = content.trim();
  const lengthBefore = before.trim().length;
  if (lengthBefore >= MIN_LENGTH_BEFORE && text.length * PART_FACTOR < lengthBefore && isInstruction(text, path))
    return t`is only a part of the file, with an instruction where to put it`;
  if (lengthBefore < MIN_LENGTH_BEFORE || text.length * SHRINK_FACTOR >= lengthBefore) return undefined;
  if (text === '') return t`is empty`;
  if (text.length > MAX_LENGTH) return undefined;
  if (isProsePath(path) && !isCodePath(path)) return isStandIn(text, before, path) ? t`is only a sentence` : undefined;
  if (isWord(text) && isCodePath(path) && !/\.(?:json|ya?ml)$/i.test(path)) return t`is only a word`;
  return isProse(text) && !isProse(before.slice(0, MAX_LENGTH)) ? t`is only a sentence` : undefined;
}

/** The new content of a file, and the text on disk that it replaces. */
export interface Replacement {
  content: string;
  /** The text of the file on disk. */
  before: string;
}

/** Returns "the content is 38 characters; the file on disk has 14,210". */
export function describeSizes({ content, before }: Replacement): string {
  return t`the content is ${formatNumber(content.length)} characters; the file on disk has ${formatNumber(before.length)}`;
}

/** A shorter file may become empty. */
const MIN_LENGTH_BEFORE = 200;
/** The factor by which a file must shrink to be reported. */
const SHRINK_FACTOR = 10;
/** The factor for a content with an instruction where to put it. */
const PART_FACTOR = 3;
const MAX_LENGTH = 1000;

/** Returns whether a comment that ends with a colon says what to do with the code below it. */
function isInstruction(text: string, path: string): boolean {
  if (isProsePath(path)) return false;
  return text
    .split(/\r\n|\r|\n/)
    .some(line => isCommentLine(line, path) && /[:：]\s*(?:\*\/|-->)?\s*$/.test(line) && PUT.test(line));
}

/** Verbs for putting something into a file. */
const PUT =
  /\b(?:add|insert|replace|paste|append|prepend|füge|ersetze|einfügen|hinzufügen|ersetzen|ajouter|insérer|remplacer|ajoutez|remplacez|añad\w+|agreg\w+|insert\w+|reemplaz\w+|adicion\w+|inserir|substitu\w+|aggiung\w+|inseri\w+|sostitu\w+|toevoegen|vervang\w*|voeg|lägg till|ersätt|infoga|tilføj|erstat|legg til|erstatt|ekle\w*|değiştir\w*|dodaj\w*|wstaw|zamień|přid\w+|vlož\w*|nahraď\w*|lisää|korvaa|thêm|thay)(?![\p{L}])|добав|встав|замен|додай|замін|πρόσθ|αντικατ|追加|置き換え|挿入|添加|替换|替換|插入|추가|교체|삽입|أضف|استبدل|เพิ่ม/iu;

function isWord(text: string): boolean {
  return /^[([<{]?[\p{L}\p{M}]+[.!)\]>}]?$/u.test(text);
}

/** Returns whether a file of code consists of comments about its withdrawal and, if any, the name of its package. */
export function isWithdrawn(text: string, path: string): boolean {
  const lines = text.split(/\r\n|\r|\n/).filter(line => line.trim() !== '');
  const said = lines.filter(line => isCommentLine(line, path));
  if (said.length === 0 || !lines.every(line => said.includes(line) || /^package [\w.]+;?$/.test(line))) return false;
  return said.some(line => TOMBSTONE.test(line)) && !said.some(line => isTelling(line));
}

function isTelling(line: string): boolean {
  if (isOmissionPhrase(line)) return true;
  const { left, state, settled, keep } = readOmissionLine(normalizeText(line))?.counts ?? NOTHING;
  return left + state + settled + keep > 0;
}

const NOTHING = { left: 0, state: 0, settled: 0, keep: 0 };

/** Returns whether words in place of a document are about the document, and not a shorter document. */
function isStandIn(text: string, before: string, path: string): boolean {
  if (!isProse(text) && !isWord(text)) return false;
  if (/https?:|\]\(|\w\/\w/.test(text) || TOMBSTONE.test(text)) return false;
  if (isAboutFile([text], path) || CHANGED.test(text) || (readOmissionLine(normalizeText(text))?.counts.done ?? 0) > 0)
    return true;
  const words = wordsOf(text);
  const known = new Set(wordsOf(before));
  return words.filter(word => known.has(word)).length < words.length * MIN_KNOWN;
}

/** The minimum share of a shorter document's words that the old document has, too. */
const MIN_KNOWN = 0.5;

/** Returns the stems of a text's longer words; pairs of characters for scripts without spaces. */
function wordsOf(text: string): string[] {
  return [...text.toLowerCase().matchAll(WORD)].flatMap(([word]) =>
    UNSPACED.test(word)
      ? Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2))
      : [word.slice(0, STEM)],
  );
}

/** The compared length of a word, since word endings vary. */
const STEM = 6;
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{2,}|[\p{L}\p{M}]{4,}|\p{N}{2,}/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Words for the withdrawal, move or replacement of a document. */
const TOMBSTONE =
  /withdr[ae]wn|deprecat|obsolet|\bmoved\b|supersed|archived|retired|cancel|discontinued|replaced by|redirect|no longer|retracted|\bvoid\b|merged into|renamed|intentionally (?:left )?(?:blank|empty)|zurückgezogen|veraltet|verschoben|abgesagt|entfallen|retiré|annulé|déplacé|retirad[oa]|movid[oa]|cancelad[oa]|ritirat[oa]|spostat[oa]|annullat[oa]|ingetrokken|verplaatst|vervallen|wycofan|przeniesion|anulowan|отозван|перенес|отменен|устарел|已废弃|已弃用|已移至|已取消|作废|廃止|移動しました|中止|폐기|이동|취소/i;
/** Phrases in which an agent reports a change that it made. */
export const CHANGED =
  /\b(?:was|were|been|is|are|we|i|i['’]ve|i have|have|has|now)\s+(?:\w+ly |now |also |been |already |all )*(?:updated|added|revised|rewritten|edited|extended|reworked|incorporated|applied|changed|modified|fixed|corrected|expanded|included|implemented|adjusted|improved|polished|restructured)\b|\bas (?:requested|asked|discussed|instructed|agreed)\b/i;

/** Returns whether a text is one paragraph of prose, without code or markup. */
function isProse(text: string): boolean {
  if (/\n\s*\n/.test(text)) return false;
  return text.split(/\r\n|\r|\n/).every(line => PROSE_LINE.test(line)) && /\p{L}+[ ,]+\p{L}+|[^\0-\x7f]{3}/u.test(text);
}

const PROSE_LINE = /^[^=;{}<>$\\|@#[\]]*$/;
