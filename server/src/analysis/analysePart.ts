import { familyOfKind, isOfShipped } from '../families/familyOfKind';
import type { AnalysedPart, Analysis, Problem } from '../model/analysis';
import type { Family } from '../model/family';
import type { Kind, Recognition } from '../model/kind';
import type { Files, Rule } from '../model/rule';
import type { Markdown, Part, Position, TextFile } from '../model/text';
import type { PartSequence } from '../parts/partSequence';
import { offsetAt } from '../parts/positions';
import { t } from '../shared/l10n';
import type { WorkInSteps } from '../shared/workInSteps';
import { duplicatesBelow } from '../text/json/duplicateKeys';
import { LARGE_TEXT } from '../text/json/largeArrays';
import { type JsonLang, type ParsedJson, parseJson, parseStrictJson, type SyntaxFault } from '../text/json/parseJson';
import { isObject } from '../text/jsonPointer';
import { memoizeByObject } from '../text/memoize';
import { parseJsonOrYaml, textTree } from '../text/parseJsonOrYaml';
import { parseMarkdownInSteps } from '../text/parseMarkdown';
import { type Context, knownIn } from './analysisContext';
import {
  type EnvelopeOptions,
  elidedEnvelopeProblems,
  envelopeProblems,
  type Judgement,
  problemsByRules,
} from './envelopeProblems';
import { elidedProblem, isElided, ruleSeverity, syntaxProblem } from './findingsToProblems';
import { hasEnvelopeWords } from './hasEnvelopeWords';
import { IGNORE_PROPERTY } from './ignoreProperty';
import { type LargeEnvelope, largeEnvelopeProblems, stillAnswered } from './largeEnvelope';
import { baseName, carriedFiles, carriedPaths, readMarkdownDocument } from './markdownDocuments';
import {
  type Association,
  demandedKindSyntaxProblem,
  foreignSchemaProblem,
  misspeltSchemaProblem,
  notAnObject,
  notOfKind,
  otherSchemaProblem,
  recognise,
  recognisedAs,
} from './recognise';
import { recognisePythonLiteral } from './recognisePythonLiteral';
import { type AnsweredQuestion, addAnswer, isStillAnswer, ruleFileAccess } from './ruleFileAccess';

/** The cached results of analysing a file's previous version. The next analysis reuses the results of unchanged parts. */
export interface Cache {
  /** By part text; empty for a sequence of parts. */
  parts: Map<string, Remembered>;
  /** By Markdown part id. */
  markdown: Map<string, Markdown>;
  /** By Markdown part id. */
  documents: Map<string, KnownDocument>;
  /** For a file of many parts in a row, with the results for each. */
  sequence?: PartSequence & { units: readonly Unit[]; result?: SequenceResult };
}

/** The result of the analysis of a sequence, so that an edit of some parts updates only these parts. */
export interface SequenceResult {
  analysis: Analysis;
  /** The index of the first analysed part of each part of the file. */
  starts: Int32Array;
  /** The number of sure parts by family id. */
  families: ReadonlyMap<string, number>;
  /** The number of sure parts whose kind is checked, not just read. */
  judged: number;
  /** The answers from the disk that the result depends on, by key. */
  answered: ReadonlyMap<string, AnsweredQuestion>;
}

/** The results for one part. In a sequence, the same object as long as neither the part nor its position changes. */
export interface Unit {
  part: Part;
  remembered: Remembered;
  outcome?: Outcome;
}

/** The results for a part and the documents that it carries. Valid for this recognition, and this type of file. */
interface Outcome {
  recognition: Recognition | undefined;
  inLog: boolean;
  parts: readonly AnalysedPart[];
  /** The answers from the disk that the results depend on. */
  answered: readonly AnsweredQuestion[];
}

interface Remembered {
  parsed: ParsedJson;
  recognition: Recognition | undefined;
  large?: LargeEnvelope;
  /** For YAML, as `EnvelopeOptions` says. */
  hasUniqueKeys?: boolean;
  /** The findings, with the kind and place that they hold for: a root part may become the first element of an array. */
  judged?: Judgement & { kind: string; where: 'file' | 'block' | 'log' };
}

/**
 * Analyses one part of a file: recognises its kind, and finds its problems. Reuses the results of the previous analysis that are still
 * valid.
 */
export function* analysePart(
  unit: Unit,
  recognition: Recognition | undefined,
  inLog: boolean,
  reading: AnalysisContext,
): WorkInSteps<readonly AnalysedPart[]> {
  const { file, context, cache, before } = reading;
  const { part, remembered, outcome } = unit;
  if (reading.unchecked) return yield* uncheckedParts(unit, recognition, reading);
  const isInSameFile = outcome?.recognition === recognition && outcome?.inLog === inLog;
  if (outcome && isInSameFile && outcome.answered.every(isStillAnswer)) {
    if (outcome.parts.length > 1) keepMarkdown(outcome.parts, cache, before);
    return outcome.parts;
  }
  const dependsOnFiles = part.id === 'root' || context.demanded !== undefined;
  const asked = stillAnswered(remembered.large) ?? new Map<string, AnsweredQuestion>();
  const onAsked = (one: AnsweredQuestion) => addAnswer(asked, one);
  const problems = yield* findProblems(part, remembered, recognition, {
    context,
    inLog,
    inDocument: file.lang === 'markdown',
    uri: file.uri,
    files:
      dependsOnFiles && context.workspace ? ruleFileAccess(file.uri, context.workspace, undefined, onAsked) : undefined,
    asked,
    onFirst: reading.onFirst && recognition && (first => tellFirst(first, unit, recognition, reading)),
  });
  const { value } = remembered.parsed;
  const own: AnalysedPart = recognition ? { part, value, problems, recognition } : { part, value, problems };
  const answered: AnsweredQuestion[] = [];
  const onAnswer = (one: AnsweredQuestion) => answered.push(one);
  const carried = recognition?.sure ? yield* carriedDocuments(own, recognition.kind, reading, onAnswer) : NO_PARTS;
  const parts = carried.length === 0 ? [own] : [own, ...carried];
  if (!dependsOnFiles) unit.outcome = { recognition, inLog, parts, answered };
  return parts;
}

/** Tells the problems of the first elements of a large envelope. What is remembered of it stays as it is, since its check goes on. */
function tellFirst(
  first: Judgement,
  { part, remembered }: Unit,
  recognition: Recognition,
  { onFirst }: AnalysisContext,
): void {
  const problems = first.problems.map(problem => ({ ...problem, part }));
  const judged = { ...first, kind: recognition.kind.id, where: 'file' as const };
  onFirst?.(
    [{ part, value: remembered.parsed.value, problems, recognition }],
    [{ part, remembered: { ...remembered, judged } }],
  );
}

function* uncheckedParts(
  { part, remembered }: Unit,
  recognition: Recognition | undefined,
  reading: AnalysisContext,
): WorkInSteps<readonly AnalysedPart[]> {
  const own = { part, value: remembered.parsed.value, problems: [], ...(recognition && { recognition }) };
  return recognition?.sure ? [own, ...(yield* carriedDocuments(own, recognition.kind, reading))] : [own];
}

const NO_PARTS: readonly AnalysedPart[] = [];

function keepMarkdown(parts: readonly AnalysedPart[], cache: Cache, before: Cache | undefined): void {
  for (const { part, document } of parts) {
    const known = document && before?.markdown.get(part.id);
    if (known) cache.markdown.set(part.id, known);
    const found = document && before?.documents.get(part.id);
    if (found) cache.documents.set(part.id, found);
  }
}

/** Options of an analysis without problems, for requests at a cursor, which need only parts and kinds. */
export interface Unchecked {
  /** Analyses only the embedded document at this position; if absent, all documents. */
  at?: Position | undefined;
  /** Returns whether an element, or a document of YAML, is wanted; the analysis has no others, and these promote none. */
  wants?(part: Part): boolean;
}

export interface AnalysisContext {
  file: TextFile;
  context: Context;
  cache: Cache;
  before: Cache | undefined;
  association: Association;
  unchecked?: Unchecked | undefined;
  /** Files that the enclosing envelope creates. */
  coming?: readonly string[] | undefined;
  isPiece?: boolean;
  /** The path of a carried file. */
  carriedPath?: string;
  /** By path: the last version of a carried file that was parsed. */
  versions: Map<string, Markdown>;
  /** Takes the first of many parts, or one part with its first elements, and their results, when `mayShowFirst`. Absent once told. */
  onFirst?: (shown: readonly AnalysedPart[], units: readonly Unit[]) => void;
  onAnswer?: ((answered: AnsweredQuestion) => void) | undefined;
}

/** Returns the cached parse of a part; parses a part that is new or changed. */
export function getRemembered(part: Part, { context, cache, before, association }: AnalysisContext): Remembered {
  const key = cacheKey(part);
  const remembered = cache.parts.get(key) ?? before?.parts.get(key) ?? parsePart(part, context, association);
  cache.parts.set(key, remembered);
  return remembered;
}

function* carriedDocuments(
  { part, value }: AnalysedPart,
  kind: Kind,
  reading: AnalysisContext,
  onAnswer?: AnalysisContext['onAnswer'],
): WorkInSteps<readonly AnalysedPart[]> {
  const { before, unchecked } = reading;
  const carried = carriedFiles(part, value, kind, unchecked?.at && offsetAt(part, unchecked.at));
  if (carried.length === 0) return NO_PARTS;
  const known = before?.documents.get(carried[0]?.part.id ?? '')?.coming;
  const coming = unchecked ? undefined : unlessSame(known, carriedPaths(value, kind));
  const documents: AnalysedPart[] = [];
  for (const one of carried) {
    const around = unchecked ? reading : { ...reading, coming, onAnswer, carriedPath: one.path };
    const document = yield* analyseDocument(one.part, baseName(one.path), around);
    if (document) documents.push(document);
    yield;
  }
  return documents;
}

/** Returns the previous list if it has the same paths, so that callers can compare lists by identity. */
function unlessSame(before: readonly string[] | undefined, paths: readonly string[]): readonly string[] {
  const isSame = before?.length === paths.length && paths.every((path, index) => path === before[index]);
  return isSame ? before : paths;
}

/** Analyses a part as a document of one of the families' kinds; undefined if no kind matches. Reuses the last result if it is still valid. */
export function* analyseDocument(
  part: Part,
  fileName: string,
  reading: AnalysisContext,
): WorkInSteps<AnalysedPart | undefined> {
  const { file, context, cache, before, coming, isPiece, onAnswer } = reading;
  const kinds = context.families.flatMap(family => family.documents);
  if (reading.unchecked)
    return yield* readMarkdownDocument(part, yield* markdownOf(part, reading), { kinds, fileName, isPiece });
  const last = before?.documents.get(part.id);
  if (last && isStillDocument(last, part, fileName, reading)) {
    cache.documents.set(part.id, last);
    cache.markdown.set(part.id, last.markdown);
    for (const one of last.answered) onAnswer?.(one);
    return last.found && inPart(last.found, part);
  }
  const markdown = yield* markdownOf(part, reading);
  const answered: AnsweredQuestion[] = [];
  const files = ruleFileAccess(file.uri, context.workspace, coming, one => {
    answered.push(one);
    onAnswer?.(one);
  });
  const found = yield* readMarkdownDocument(part, markdown, { kinds, fileName, isPiece, files });
  cache.documents.set(part.id, { markdown, fileName, coming, isPiece, found, answered });
  return found;
}

function* markdownOf(part: Part, { cache, before, carriedPath, versions }: AnalysisContext): WorkInSteps<Markdown> {
  const isKnown = (one: Markdown | undefined) => one?.text === part.text;
  // A log carries a file again and again, each time with few changes.
  const version = carriedPath === undefined ? undefined : versions.get(carriedPath);
  const last = before?.markdown.get(part.id) ?? version;
  const known =
    [cache.markdown.get(part.id), last, version].find(isKnown) ?? (yield* parseMarkdownInSteps(part.text, last));
  cache.markdown.set(part.id, known);
  if (carriedPath !== undefined) versions.set(carriedPath, known);
  return known;
}

/** The result for a Markdown text, and the data that it depends on. */
interface KnownDocument {
  coming: readonly string[] | undefined;
  isPiece: boolean | undefined;
  markdown: Markdown;
  fileName: string;
  found: AnalysedPart | undefined;
  answered: readonly AnsweredQuestion[];
}

function isStillDocument(
  last: KnownDocument,
  part: Part,
  fileName: string,
  { coming, isPiece }: AnalysisContext,
): boolean {
  if (last.markdown.text !== part.text || last.fileName !== fileName || last.isPiece !== isPiece) return false;
  return last.coming === coming && last.answered.every(isStillAnswer);
}

/** Moves the result for a text to another part with the same text. */
function inPart(found: AnalysedPart, part: Part): AnalysedPart {
  const problems = found.problems.length === 0 ? found.problems : found.problems.map(problem => ({ ...problem, part }));
  return { ...found, part, problems };
}

// A block of JSON and a block of another language may have the same text.
function cacheKey({ lang, text }: Part): string {
  return lang === 'jsonc' || lang === 'yaml' ? `${lang}\0${text}` : text;
}

/** Parses a part and recognises its kind. Of an empty part the value is undefined; syntax errors are in `parsed`. */
export function parsePart(part: Part, context: Context, association: Association): Remembered {
  const { demanded, families } = context;
  const lang = part.lang === 'markdown' ? 'json' : part.lang;
  // From an untrusted author, whitespace that JSON does not allow is content.
  if (demanded ? /^[ \t\r\n]*$/.test(part.text) : part.text.trim() === '') {
    return { parsed: { value: undefined }, recognition: undefined };
  }
  if (lang === 'yaml') return parseYamlPart(part.text, context, association);
  if (demanded) {
    const parsed = parseStrictJson(part.text, lang);
    return { parsed, recognition: recognisedAs(demanded, parsed.value, 'association') };
  }
  const isLarge = part.id === 'root' && association === undefined && part.text.length >= LARGE_TEXT;
  const parsed = isLarge ? parseLarge(part.text, lang, families) : parseJson(part.text, lang);
  const recognition = recognise(parsed.value, families, association);
  return {
    parsed,
    recognition: recognition ?? recognisePythonLiteral(part.text, parsed.fault, families, association)?.recognition,
  };
}

// Malformed JSON takes many times as long as `JSON.parse`, and nothing else could be done meanwhile: without the words of an envelope it is
// not read.
function parseLarge(text: string, lang: JsonLang, families: readonly Family[]): ParsedJson {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return hasEnvelopeWords(text, families) ? parseJson(text, lang) : { value: undefined };
  }
}

// Most YAML of a workspace holds no envelope: it is not parsed.
function parseYamlPart(text: string, { demanded, families }: Context, association: Association): Remembered {
  if (association === 'none' && !text.includes('$schema'))
    return { parsed: { value: undefined }, recognition: undefined };
  if (association === undefined && !hasEnvelopeWords(text, families))
    return { parsed: { value: undefined }, recognition: undefined };
  const parsed = parseJsonOrYaml(text, 'yaml');
  // A text of comments only is no envelope of the kind that is expected.
  if (demanded) parsed.value ??= null;
  const recognition = demanded
    ? recognisedAs(demanded, parsed.value, 'association')
    : recognise(parsed.value, families, association);
  // The tree of this text is at hand; that of the next part takes its place.
  const root = recognition && textTree(text, 'yaml');
  return { parsed, recognition, hasUniqueKeys: root !== undefined && duplicatesBelow(root).length === 0 };
}

function* findProblems(
  part: Part,
  remembered: Remembered,
  recognition: Recognition | undefined,
  {
    context,
    inLog,
    inDocument,
    uri,
    files,
    asked,
    onFirst,
  }: {
    context: Context;
    inLog: boolean;
    inDocument: boolean;
    uri: string;
    files: Files | undefined;
    asked: Map<string, AnsweredQuestion>;
    onFirst: ((judgement: Judgement) => void) | undefined;
  },
): WorkInSteps<Problem[]> {
  const isRead = recognition?.kind.readOnly === true;
  const { fault, value } = remembered.parsed;
  if (isRead && !context.demanded) {
    if (fault) return part.oneLine ? secondObjectProblems(part, fault) : [];
    return recognition.sure ? readOnlyProblems(part, remembered, recognition, { context, inLog, uri }) : [];
  }
  if (fault) {
    // An unreadable line in a log of envelopes is a broken envelope.
    if (!recognition?.sure && !inLog) return [];
    if (context.demanded) return [demandedKindSyntaxProblem(part, fault, context.demanded)];
    // Documents about a protocol of others show its messages shortened, and with comments.
    if (inDocument && recognition && isOfShipped(recognition.kind)) return [];
    if (!inDocument || !isElided(part, fault)) return [syntaxProblem(part, fault)];
    const { facts, severities } = context;
    const around = { facts, known: knownIn(context.families), severities, where: 'block', uri } as const;
    const said =
      recognition?.sure && isObject(value) ? elidedEnvelopeProblems(part, value, recognition.kind, around) : [];
    return [elidedProblem(part, fault), ...said.map(problem => ({ ...problem, part }))];
  }
  const misspelt = recognition?.sure ? undefined : misspeltSchemaProblem(part, value, context.families);
  if (misspelt) return [misspelt];
  if (!recognition?.sure || !isObject(value))
    return recognition?.by === 'association' && value !== undefined
      ? [notAnObject(part, recognition, context.demanded !== undefined)]
      : [];
  const { kind } = recognition;
  // A kind that is only read has no contract; only the kind itself is checked.
  if (isRead) return recognise(value, context.families, undefined)?.kind === kind ? [] : [notOfKind(part, kind)];
  const other = context.demanded && otherSchemaProblem(part, value, context.demanded);
  // If its `$schema` names another kind, only that error is reported: the other errors would follow from it.
  if (other && (ruleSeverity(context.severities, other.rule) ?? 'error') === 'error') return [other];
  const isDemanded = context.demanded !== undefined;
  const where = isDemanded || (part.id === 'root' && !inDocument) ? 'file' : inDocument ? 'block' : 'log';
  // Results that depend on surrounding files are made again, since those files may change.
  if (remembered.judged?.kind !== kind.id || remembered.judged.where !== where || files) {
    const rules = rulesFor(kind, context.families);
    const { facts, severities } = context;
    const known = knownIn(context.families);
    const { large, hasUniqueKeys } = remembered;
    const around: EnvelopeOptions = { rules, facts, known, severities, where, uri, isDemanded, files };
    if (hasUniqueKeys) around.hasUniqueKeys = true;
    const judgement =
      (large && (yield* largeEnvelopeProblems(large, part, recognition, { ...around, answered: asked, onFirst }))) ??
      envelopeProblems(part, value, recognition, around);
    remembered.judged = { kind: kind.id, where, problems: judgement.problems, silent: judgement.silent };
  }
  const isShortened = inDocument && isOfShipped(kind);
  const found = isShortened
    ? remembered.judged.problems.filter(({ rule }) => rule !== 'schema/required')
    : remembered.judged.problems;
  const problems = found.map(problem => ({ ...problem, part }));
  const foreign = foreignSchemaProblem(part, value, recognition);
  return foreign ? [foreign, ...problems] : problems;
}

/** Returns the one problem told of other tools' logs, which may be cut anywhere: a second object on a line, which no program reads. */
function secondObjectProblems(part: Part, fault: SyntaxFault): Problem[] {
  const { start } = fault.span;
  const isSecond = part.text.startsWith('{', start) && parseJson(part.text.slice(0, start), 'json').fault === undefined;
  if (!isSecond) return [];
  const message = t`This is not read: the line has an object already; put it on a line of its own.`;
  return [{ ...syntaxProblem(part, fault), severity: 'warning', message }];
}

/**
 * Returns the problems of kinds that are only read: of rules that compare calls with the tool catalogue, and of rules on lists of tools.
 */
function readOnlyProblems(
  part: Part,
  remembered: Remembered,
  recognition: Recognition,
  { context, inLog, uri }: { context: Context; inLog: boolean; uri: string },
): Problem[] {
  const { parsed, large } = remembered;
  const { facts, families, severities } = context;
  const { kind } = recognition;
  if (!kind.listedAgents && (!facts.catalogue || (!large && !MAY_CALL.test(part.text)))) return [];
  const value = parsed.value as Record<string, unknown>;
  const where = inLog ? 'log' : 'file';
  const rules = readOnlyRules(families);
  const around = { facts, severities, uri, known: knownIn(families), where, rules } as const;
  const isAsked = (rule: Rule) => rule.ofReadOnly === true;
  if (!part.text.includes(IGNORE_PROPERTY)) {
    return problemsByRules(part, value, recognition, { ...around, isAsked }).map(problem => ({ ...problem, part }));
  }
  const { problems, silent } = envelopeProblems(part, value, recognition, { ...around, isAsked });
  const own = problems.filter(({ rule }) => rules.some(({ id }) => id === rule));
  remembered.judged = { kind: kind.id, where, problems: own, silent };
  return own.map(problem => ({ ...problem, part }));
}

// A cheap test for each line of a log: only values with the words of a call are searched.
const MAY_CALL = /tool_use|tool_call|tools\/call|function/i;

/** Returns the rules of a kind's family; for tool calls in protocols of others, also the rules that compare with a catalogue of tools. */
function rulesFor(kind: Kind, families: readonly Family[]): readonly Rule[] {
  const family = familyOfKind(kind, families);
  if (!family) return [];
  return family.isDeclared && kind.toolCall ? [...family.rules, ...readOnlyRules(families)] : family.rules;
}

const readOnlyRules = memoizeByObject((families: readonly Family[]) =>
  families.flatMap(({ rules }) => rules).filter(({ ofReadOnly }) => ofReadOnly),
);
