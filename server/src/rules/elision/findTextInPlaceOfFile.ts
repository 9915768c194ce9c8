import { t } from '../../shared/l10n';
import { displayPath, displayText } from '../envelopeFilePaths';
import { BETWEEN_CODE, elisionCertainty } from './elisionCertainty';
import {
  COMMENT_KEY,
  isBracketed,
  isCodePath,
  isCommentLine,
  isDotsRow,
  isIndentedCode,
  isProsePath,
  isSentence,
  mayBeRemark,
  tableDelimiter,
} from './kindsOfLines';
import { mayBeLabel } from './mayBeLabel';
import { mayExplainCode } from './mayExplainCode';
import { isAboutExtract, isOmissionPhrase } from './omissionPhrases';
import { plainCommentCheck } from './plainCommentCheck';
import { readOmissionLine } from './readOmissionLine';

/**
 * Finds text that an agent gave in place of a file's content, and describes it: a reference to the file, a sentence about it, a piece of a patch,
 * text in a code fence, or the note of a tool that truncated it. Undefined for any other text.
 */
export function findTextInPlaceOfFile(
  text: string,
  { path, raw = text, onDisk }: { path: string; raw?: string; onDisk?: (() => string | undefined) | undefined },
): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const lines = trimmed.split(LINE_BREAK).map(line => line.trim());
  const [first = ''] = lines;
  const quote = (line: string) => `\`${displayText(line)}\``;
  if (lines.length === 1 && isReference(trimmed, path)) return t`is left out (${quote(trimmed)})`;
  if (lines.length <= MAX_SENTENCES && isAboutFile(lines, path)) return t`is left out (${quote(lines[0] ?? '')})`;
  if (lines.length === 1 && isSentence(first) && MESSAGE.test(first) && PREVIOUS.test(first))
    return t`is left out (${quote(first)})`;
  if (
    lines.length === 1 &&
    isBracketed(first, path) &&
    /\.(?:svg|[cm]?[jt]sx?|css|scss|py|html?|go|rs|java|kts?)$/i.test(path)
  )
    return t`is left out (${quote(first)})`;
  const isProse = isProsePath(path);
  if (HEREDOC.test(lines[0] ?? '') && !SHELL.test(path))
    return t`is a command that writes the file, ${quote(lines[0] ?? '')}`;
  if (!isProse && FENCE.test(trimmed)) return t`stands in a Markdown fence, which is no part of the file`;
  if (isCodePath(path) && isPatchBody(text, path)) return t`is the body of a patch, which says how the file changes`;
  const last = lines.at(-1) ?? '';
  if (isCodePath(path)) {
    if (isRemark(first, path) && !isInText(text, path)) return t`begins with a remark, ${quote(first)}`;
    if (isRemark(last, path) && !isInText(text, path)) return t`ends with a remark, ${quote(last)}`;
  }
  if (isProse && lines.length > 1 && LEAD.test(first)) return t`begins with a remark, ${quote(first)}`;
  if (isProse && lines.length > 1 && (OFFER.test(last) || REST_OF_DOCUMENT.test(last)))
    return t`leaves out a part: its last line is ${quote(last)}`;
  if (QUESTION.test(last) && lines.length > 1) return t`ends with a question to the reader, ${quote(last)}`;
  if (CUT_BASE64.test(last) && lines.every(line => BASE64.test(line) || line === last))
    return t`breaks off: its last line is ${quote(last)}`;
  const scissors = CUT_MARKS.test(raw)
    ? raw
        .split(LINE_BREAK)
        .find(line => line.length <= MAX_SCISSORS && SCISSORS.test(line) && (isCommentLine(line, path) || !isProse))
    : undefined;
  if (scissors !== undefined && lines.length > 1) return t`leaves out a part: a line is ${quote(scissors.trim())}`;
  const cut = isProse || !text.includes(';base64,') ? undefined : lines.find(line => CUT_TEXT.test(line));
  if (cut !== undefined) return t`leaves out a part of a text: \`${displayPath(CUT_TEXT.exec(cut)?.[0] ?? '')}\``;
  const table = tableDelimiter(path, first);
  const unindented = trimmed.split(LINE_BREAK);
  const isInner = innerLineCheck(lines);
  const at = lines.findIndex(
    (line, index) =>
      (mayBeRemark(line) || line.includes('..')) &&
      ((isElsewhere(line, path) && !isInner(index)) ||
        isRemarkLine(line, {
          path,
          isProse,
          isLast: index === lines.length - 1,
          isInComment: () => isInner(index),
          mayExplain: () => mayExplainCode(lines, index, path),
        }) ||
        ((standsApart(lines, index, path) || isBetweenBlocks(lines, index, path)) &&
          isOmissionPhrase(line, path) &&
          !mayExplainCode(lines, index, path) &&
          !(isProse && mayBeLabel(line)) &&
          !(isProse && isIndentedCode(unindented, index)) &&
          !isInner(index)) ||
        (index === 0 && isCommentLine(line, path) && isAboutExtract(line)) ||
        (table !== undefined &&
          (isDotsRow(line) || (!line.includes(table) && (isBracketed(line, path) || /^\.{3}/.test(line)))))),
  );
  return at < 0 || plainCommentCheck(lines, onDisk)(at)
    ? undefined
    : t`leaves out a part: line ${at + 1} is ${quote(lines[at] ?? '')}`;
}

/** Base64 data in a text, cut by dots. */
const CUT_TEXT = /;base64,[A-Za-z0-9+/=]{8,}(?:\.{3}|[[(<])/;

/** Returns whether a comment or bracketed words say that the text is in another message, is omitted, or is as agreed. */
function isElsewhere(line: string, path: string): boolean {
  if (line.length > 200 || (!isCommentLine(line, path) && !isBracketed(line, path))) return false;
  const inner = line.replace(COMMENT_MARKS, '').trim();
  // Without brackets, the line may be about a loop that continues with a message.
  if (isBracketed(inner, path) && CONTINUED.test(line) && MESSAGE.test(line)) return true;
  return (
    isCommentLine(line, path) &&
    (/\((?:omitted|elided|snipped|truncated|abridged)\)$/i.test(inner) ||
      (isBracketed(inner, path) && AGREED.test(inner)))
  );
}

const COMMENT_MARKS = /^(?:\/\/+|\/\*+|<!--|#+|--|%+|;+)|(?:\*\/|-->)$/g;
/** Words for a message of a conversation; below, words for continuing and for previous messages. */
const MESSAGE =
  /\b(?:message|mensaje|mensagem|messaggio|mesajul?|bericht|mensatge)\b|\bnachricht|wiadomoś|zpráv|správ|meddelande|besked\b|melding|viesti|üzenet|сообщени|повідомленн|съобщени|μήνυμα|mesaj|tin nhắn|الرسالة|پیام|संदेश|ข้อความ|メッセージ|消息|回复|回复|訊息|메시지/iu;
const CONTINUED =
  /\b(?:continu\w*|suite|fortsetz\w*|fortsät\w*|fortsett\w*|vervolg\w*|seguito|kontynu\w*)\b|dalsz|pokračov|продолж|продовж|συνέχεια|devam|tiếp|ادامه|続き|继续|繼續|계속|folytat|jatku/iu;
const PREVIOUS =
  /\b(?:previous|earlier|last|above|anterior|précédent|precedente|vorherig\w*|letzten?|vorige|eerdere|föregående|forrige|poprzedni\w*)\b|předchoz|predchádz|предыдущ|попередн|предишн|προηγούμεν|önceki|trước|السابق|قبلی|पिछल|ก่อนหน้า|前の|先ほど|上一|之前|이전|előző|edellis/iu;
const AGREED =
  /\b(?:as (?:agreed|discussed)|wie besprochen|wie vereinbart|comme convenu|según lo acordado|como acordado|conforme (?:combinado|acordado)|come concordato|zoals (?:afgesproken|besproken)|jak ustalono|som avtalat|как договорились|за домовленістю)\b/iu;

/** Returns whether a comment or bracketed words stand above code or text, below a blank line. */
function isBetweenBlocks(lines: readonly string[], at: number, path: string): boolean {
  const [before, line = '', after = ''] = [lines[at - 1], lines[at], lines[at + 1]];
  if (before === undefined || (before !== '' && !isBracketed(line, path))) return false;
  // "is skipped", "are removed": the comment explains what the code below does to data.
  if (/\b(?:is|are) (?:skipped|removed|hidden|dropped)\b/i.test(line)) return false;
  if (isProsePath(path)) return isBracketed(line, path);
  return isCommentLine(line, path) && !isCommentLine(after, path);
}

/** Returns whether a remark stands apart from the code below it, so that it does not explain that code. */
export function standsApart(lines: readonly string[], at: number, path: string): boolean {
  const [before, line, after] = [at - 1, at, at + 1].map(index => lines[index]?.trim()) as (string | undefined)[];
  if (!line || /^[\w"']/.test(line)) return false;
  const isProse = isProsePath(path);
  if (!isBracketed(line, path) && (isProse ? !line.startsWith('<!--') : !isCommentLine(line, path))) return false;
  if (before !== undefined && isCommentLine(before, path)) return false;
  return !after || /^(?:[)}\]]|<\/|end\b)/.test(after);
}

const LINE_BREAK = /\r\n|[\r\n\v\f]/;
const MAX_SENTENCES = 6;
const HEREDOC = /^(?:[$>] )?(?:sudo )?(?:cat|tee)\b[^\n]{0,200}<<-?\s*["'\\]?\w+/;
/** Shell scripts, and files without an extension. */
const SHELL = /\.(?:sh|bash|zsh|ksh|bats)$|(?:^|\/)[^./]+$/i;
const FENCE = /^(?:```|~~~)/;

/** Template files, in which a placeholder is content. */
const TEMPLATE =
  /\.(?:html?|hbs|handlebars|mustache|j2|jinja2?|njk|erb|erubis|rhtml|ejs|liquid|twig|php|vue|svelte|tmpl|tpl|eex|heex)$/i;

function isReference(text: string, path: string): boolean {
  if (TEMPLATE.test(path) || text.length > 300) return false;
  // A style sheet may consist of one import.
  if (/\.(?:css|s[ac]ss|less)$/i.test(path) && /;$/.test(text)) return false;
  if (VARIABLE.test(text)) return true;
  if (/^null$/.test(text) && /\.json$/i.test(path)) return false;
  if (FILLER.test(text)) return isCodePath(path) || isProsePath(path);
  return isCodePath(path) && (REFERENCE.test(text) || (/^[a-z]+:\S+$/i.test(text) && !/\.ya?ml$/i.test(path)));
}

const VARIABLE =
  /^(?:\$\{[^{}]*\}|@@[^@]+@@|%%[^%]+%%|%[A-Z_]{3,}%|__[A-Z][A-Z_]*__|\{\{[^{}]*[a-z][^{}]*\}\}|\[\[[^[\]]+\]\]|#\{[^{}]*\}|<%[-=]?[^%]*%>|\$[A-Z][A-Z_]{2,}|<{2,}[^<>]+>{2,}|@(?:file|path|ref|content|include|source|import)[:(/ ].*)$/i;
const FILLER =
  /^(?:n\/a|n\.a\.|\[object \w+\]|nan|undefined|tbd|tba|tbc|to ?do|to be (?:done|defined|added|written)|placeholder|lorem ipsum\b.*)[.!]?$/i;
const REFERENCE =
  /^(?:[@$]?(?:file|path|ref|content|include|source|artifact|blob|attachment|see|output)(?::|=)\s*[^\s"';]+|(?:nil|none|null|unchanged|same|ditto)[.!]?)$/i;

/** Returns whether a content is only sentences: any sentences in a file of code, one sentence about the file in any other. */
export function isAboutFile(lines: readonly string[], path: string): boolean {
  const said = lines.filter(line => line !== '');
  if (isCodePath(path)) return said.every(line => isRemark(line, path));
  return said.length === 1 && (ABOUT_FILE.test(said[0] ?? '') || OFFER.test(said[0] ?? ''));
}

const ABOUT_FILE = new RegExp(
  `^(?:${[
    "(?:i|we)(?:[’']ve| have)? (?:just |now |also |already |only )?(?:updated|added|rewritten|rewrote|changed|modified|created|fixed|written|wrote|edited|made|applied|saved|implemented|refactored|extended|removed|revised|restructured|incorporated|expanded)\\b",
    '(?:the|your|this|all) (?:[\\w.]+ )?(?:file|document|content|code|changes?|spec|updates?|edits?|section|page|readme)\\b.{0,60}\\b(?:has|have|was|were|is|are) (?:now |been |successfully |all )*(?:written|updated|saved|created|applied|modified|generated|attached|revised|unchanged|complete|included|provided)\\b',
    "here(?:[’']s| is| are) (?:the|your|an?) ",
    'sure[,!] ',
    'as (?:requested|discussed|described|mentioned|agreed|shown|outlined)\\b.{0,60}[.]$',
    '(?:please )?(?:see|refer to|check|use|consult) (?:the |my |your )?(?:attached|above|previous|earlier|original|existing|last|attachment)\\b',
    "(?:this|the) (?:file|document|content|page) (?:does not|doesn[’']t|did not|didn[’']t|needs?|requires?|remains?|stays?)\\b.{0,40}\\b(?:changes?|unchanged|edit|edits|modif\\w+|the same|update|updates|as is)\\b",
    '(?:nothing|no changes|no edits|no modifications|no updates) (?:\\w+ )?(?:to change|to do|needed|required|necessary|here|changed|were made|was changed|made)\\b.{0,40}',
    '(?:file|document|content|contents|changes?|updates?|edits?|spec|page|readme)(?: (?:has been|have been|was|were|is))?(?: successfully)? (?:updated|saved|written|created|applied|generated|modified|revised|attached|unchanged|omitted|done)\\b',
    '.{0,60}(?:is now|has now been|är nu|er nu|er nå|ist nun|ist jetzt|est (?:maintenant|désormais)|ya está|já está|è ora|is nu|jest już|je nyní|on nyt) (?:fully |completely |vollständig |fertig |helt |complètement |volledig )?(?:written|updated|complete|finished|ready|skriven|uppdaterad|färdig|skrevet|opdateret|oppdatert|geschrieben|aktualisiert|überarbeitet|vollständig|rédigé|écrit|complet|escrit[oa]|actualizad[oa]|list[oa]|completat?[oa]|scritto|aggiornato|geschreven|bijgewerkt|napisan|zaktualizowan|hotov|valmis|kirjoitettu)\\w* .{0,10}(?:and|och|og|und|et|y|e|en|i|a|ja)\\b.{0,120}$',
    '(?:same|identical|unchanged) (?:content|contents|file|document|text)\\b',
  ].join('|')})`,
  'i',
);

const QUESTION =
  /^(?:(?:would you like|do you want|want) me to (?:continue|go on|proceed|write|add|include|finish|complete|provide|output)\b|(?:shall|should|may|can) i (?:continue|go on|proceed|write|add|finish|provide|output)\b|let me know if you(?:['’]d| would)? (?:want|like|need) (?:me to|the (?:rest|remaining|other|full|complete))|(?:soll|darf) ich (?:weiter|fort|mit|den rest|die)|(?:voulez-vous|veux-tu|souhaitez-vous) que je |¿?(?:quieres|quiere|desea) que (?:continúe|siga|escriba)|(?:quer|queres|deseja) que eu |vuoi che (?:continui|prosegua)|(?:zal|moet) ik (?:door|verder)|czy (?:mam|chcesz).{0,20}(?:kontynuować|dalej)|(?:продолжить|мне продолжить|хотите,? чтобы я)|(?:需要|要)我?继续|続け(?:ます|ましょう)か|계속할까요|devam edeyim mi)/i;

/** A sentence of an assistant before the document (`LEAD`), or an offer after it (`OFFER`). */
const LEAD =
  /^(?:sure|certainly|of course|okay|got it|absolutely|understood|below is|below you|here(?:['’]s| is| are))\b.{0,40}\b(?:updated|revised|modified|complete|full|new|corrected|requested|rewritten|final|edited|improved)\b.{0,40}[:.!]$/i;
const OFFER =
  /^(?:i can (?:provide|continue|send|write|add|include|output|share|generate)|i(?:['’]ll| will) (?:provide|continue|send|write|add|output|share)|i (?:have|['’]ve)? ?(?:omitted|left out|shortened|truncated|skipped|kept|only included)|just (?:ask|let me know|say)|ask me) .{0,80}\b(?:rest|remaining|remainder|full|complete|other|next|sections?|document|file|chapters?|unchanged|message)\b/i;
const REST_OF_DOCUMENT =
  /^(?:the )?(?:remaining|other|rest of the|remainder of (?:the|this)|all other|following|subsequent|rest of this) (?:sections?|chapters?|document|page|file|spec|parts?|content|text|paragraphs?)\b(?! (?:of|in|on) (?:the|our|this) (?!document|file|page|spec|report|readme|guide|plan|article|text|section)).{0,30}\b(?:unchanged|omitted|identical|not (?:repeated|shown|included)|as (?:in|before|is)|the same|truncated|left out|unmodified|elided)\b.{0,50}$/i;

/** Returns whether all lines are lines of a patch without its headers. */
function isPatchBody(text: string, path: string): boolean {
  if (OTHER_LINE.test(text) || (YAML.test(path) && !YAML_BEHIND_SIGN.test(text))) return false;
  const lines = text.split(LINE_BREAK).filter(line => line.trim() !== '' && !line.startsWith('\\ No newline'));
  if (lines.length < 2 || !lines.every(line => /^[ +-]/.test(line) || /^@@(?: |$)/.test(line))) return false;
  const [added, removed] = ['+', '-'].map(sign => lines.filter(line => line.startsWith(sign)).length) as [
    number,
    number,
  ];
  const isList = lines.every(line => /^[+-] /.test(line) || /^ {2}/.test(line)) && (added === 0 || removed === 0);
  return (
    !isList &&
    added > 0 &&
    (removed > 0 || lines.some(line => line.startsWith('@@')) || lines.every(line => /^[ +]/.test(line) && added > 2))
  );
}

const YAML = /\.ya?ml$/i;
/** A line of a patch that has a line of YAML behind its sign. Without one, `- a` and `+ c` are a list and a text. */
const YAML_BEHIND_SIGN = /^@@|^[+-][ \t]*(?:- |[\w"'.$/-]+[ \t]*:(?:\s|$))/m;
/** The beginning of a line that is in no patch. */
const OTHER_LINE = /(?:^|[\r\n\v\f])[^\s+@\\-]/;

/** Returns a function that says whether the line at an index is within a multi-line comment or string. */
function innerLineCheck(lines: readonly string[]): (at: number) => boolean {
  let inner: boolean[] | undefined;
  return at => {
    inner ??= innerLines(lines);
    return inner[at] ?? false;
  };
}

function innerLines(lines: readonly string[]): boolean[] {
  let isOpen = false;
  let isText = false;
  let isLongText = false;
  return lines.map(line => {
    const isInner = isOpen || isText || isLongText;
    const [begin, end] = [line.lastIndexOf('/*'), line.lastIndexOf('*/')];
    if (begin !== end) isOpen = begin > end;
    if (line.split('`').length % 2 === 0) isText = !isText;
    if (line.split('"""').length % 2 === 0) isLongText = !isLongText;
    return isInner;
  });
}

function isRemark(line: string, path: string): boolean {
  if (YAML.test(path) && /:(?:\s|$)/.test(line)) return false;
  return isSentence(line) && !isCommentLine(line, path);
}

/** A line of glyphs that mark a cut, in a comment or alone. */
const SCISSORS = /^[\s/#*<!-]*(?:[✂✄⋮⋯⋰⋱‥]|\.\s+\.\s+\.)[\s✂✄⋮⋯⋰⋱‥.*/>-]*$/u;

/** Without these marks, a text has no such line. */
const CUT_MARKS = /[✂✄⋮⋯⋰⋱‥]|\.\s+\.\s+\./u;

/** A longer line of dots is a ruler. */
const MAX_SCISSORS = 30;

/** Returns whether the first or last line may be within a multi-line string of YAML. */
function isInText(text: string, path: string): boolean {
  return YAML.test(path) && /[|>][+-]?\s*$/m.test(text);
}

const BASE64 = /^[A-Za-z0-9+/_-]{16,}={0,2}$/;
const CUT_BASE64 = /^(?:data:[\w/+.-]+;base64,)?[A-Za-z0-9+/_-]{16,}={0,2}\s*(?:\.{2,}|[[(<].{0,40}[\])>])$/;

interface RemarkOptions {
  path: string;
  isProse: boolean;
  isLast: boolean;
  /** Returns whether the line is within a multi-line comment or string. */
  isInComment(): boolean;
  /** Returns whether the line may be about the code beside it. */
  mayExplain(): boolean;
}

/** Returns whether a line is a remark of the tool that cut the text, a bare ellipsis in data, or a JSON key that marks a cut. */
function isRemarkLine(line: string, { path, isProse, isLast, isInComment, mayExplain }: RemarkOptions): boolean {
  if (line.length > 200) return false;
  if (DOTS.test(line)) return NO_DOTS.test(path) && !(RUST.test(path) && REST.test(line)) && !isInComment();
  if (/\.jsonc?$/i.test(path) && COMMENT_KEY.test(line))
    return /^"[.…]/.test(line) || saysElision(line.slice(line.indexOf(':') + 1));
  if (isProse && (RANGE.test(line) || SHORTENED.test(line) || isAside(line))) return true;
  if (COUNTED.test(line)) return true;
  if (isCommentLine(line, path) && ((REPEATED.test(line) && !mayExplain()) || namesUnchanged(line))) return true;
  if (isProse && !isLast) return false;
  return CUT_BY_TOOL.test(line) && !isCommentLine(line, path);
}

const DOTS = /^\.{2,}[,;]?$/;
/** Formats that allow no line of dots. */
const NO_DOTS =
  /\.(?:jsonc?|geojson|jsonl|csv|tsv|sql|xml|toml|ini|css|s[ac]ss|[cm]?[jt]s|go|rs|java|cs|rb|swift|kts?)$/i;
const RUST = /\.rs$/i;
/** The rest of a pattern in Rust. */
const REST = /^\.\.,?$/;
const CUT_BY_TOOL =
  /^(?:[[(<{«]{1,2}[^[\](){}<>]{0,80}\b(?:truncated|clipped|omitted|elided|snipped|abridged|cut (?:off|after|here|at)|not shown|too long|too large|abgeschnitten|gekürzt|tronqué\w*|truncad[oa]|omitid[oa]|troncato|обрезан\w*)\b[^[\](){}<>]{0,80}[\])>}»]{1,2}|[[(<【（][^[\](){}<>]{0,40}(?:截断|省略|已截断|生략|생략)[^[\](){}<>]{0,40}[\])>】）])$/iu;

/** A comment that begins with dots and counts the omitted items. */
const COUNTED =
  /(?:\/\/|\/\*|#|--|<!--)\s*\.{2,}\s*(?=[^\d]{0,40}\d)(?=.{0,80}\b(?:others?|more|further|remaining|additional|another)\b)/i;
const REPEATED =
  /\brepeat(?:ed)? (?:this |the same )?(?:for|with) (?:(?:all|each|every)\b|the (?:others?|remaining|rest)\b|\d)/i;

/** Returns whether a comment names functions and says that they have not changed. */
function namesUnchanged(line: string): boolean {
  if (!/\w\(\)/.test(line)) return false;
  return isCertain(line.replace(/\w+\(\)(?:,| and\b| or\b)?/g, ''));
}

/** Returns whether a sentence in emphasis or parentheses says that something is left out. */
function isAside(line: string): boolean {
  const inner = /^(?:\*{1,3}([^*]+)\*{1,3}|_{1,3}([^_]+)_{1,3}|\(([^()]+)\))$/.exec(line)?.slice(1).find(Boolean);
  // A sentence that names no piece of the document is about the document's subject.
  if (!line.startsWith('(') && /^(?:everything|all|nothing) else\b/i.test(inner ?? '')) return false;
  return (
    inner !== undefined &&
    !mayBeLabel(line) &&
    isCertain(`[${inner.replace(/^(?:note|nb|hinweis|remarque|nota)\s?:\s*/i, '').replace(/[.!]$/, '')}]`)
  );
}

function isCertain(line: string): boolean {
  const read = readOmissionLine(line);
  return read !== undefined && elisionCertainty(read, BETWEEN_CODE) === 'certain';
}

/** A line with a bracketed sentence about a range of sections: `[Sections 3 to 7 stay as they are]`. */
const RANGE =
  /^\[(?=[^\]]*\d+\s?(?:[-–—~]|to|through|bis|à|a|al|tot|do|até|до|至|から|장부터|절부터|章から|節から)\s?\D{0,2}\d)(?=[^\]]*(?:\p{L}+\P{L}+){4}|[^\]]*[^\0-\x7f]{3})[^[\]]+\]$/u;
const SHORTENED =
  /^>\s*(?:abridged|shortened|excerpt(?: only)?|truncated|extract|gekürzt|auszug|abrégé|extrait|resumido|abreviado)[.;:,]/i;

function saysElision(value: string): boolean {
  const text = value.trim().replace(/^"|"?,?$/g, '');
  if (text === 'true') return true;
  if (/^\.{2,}/.test(text)) return true;
  const read = readOmissionLine(`// ${text}`);
  return (
    read !== undefined &&
    elisionCertainty(read, BETWEEN_CODE) !== undefined &&
    read.counts.see === 0 &&
    read.counts.state + read.counts.left + read.counts.others > 0 &&
    (read.counts.unknown < 2 || (read.counts.left > 0 && read.counts.number > 0))
  );
}
