import type { AnalysedPart, Analysis, Problem, Suppression } from '../model/analysis';
import type { Workspace } from '../model/disk';
import type { Family } from '../model/family';
import type { Kind, Recognition } from '../model/kind';
import type { Markdown } from '../model/markdown';
import type { Part } from '../model/part';
import type { Facts, Files } from '../model/rule';
import type { SourceFile } from '../model/text';
import { markdownBlockParts } from '../parts/blockParts';
import { partOfLine } from '../parts/lineParts';
import { rangeOf } from '../parts/positions';
import { type MarkdownFile, markdownFile, splitIntoParts } from '../parts/splitIntoParts';
import { isSyntaxProblem } from '../rules/isSyntaxProblem';
import { type ParsedJson, parseJson, parseStrictJson } from '../text/json/parseJson';
import { replacedLines } from '../text/lines';
import { parseMarkdown } from '../text/markdown/parseMarkdown';
import { isObject } from '../text/pointer';
import { demandedKindProblems, demandedKindSyntaxProblem } from './demandedKind';
import { baseName, carriedFiles, carriedPaths, documentIn } from './documents';
import { elidedEnvelopeProblems, envelopeProblems, type Judgement } from './envelopeProblems';
import { withArticle } from './faultMessage';
import { fileKind } from './fileKind';
import { type AnsweredQuestion, filesAround, isStillAnswer } from './files';
import { knownIn } from './known';
import { type LargeEnvelope, largeEnvelopeProblems, readLargeEnvelope } from './largeEnvelope';
import { otherSchemaProblem } from './otherSchema';
import { type Association, promoteByNeighbours, recognise } from './recognise';
import { ruleSeverity, type Severities } from './severities';
import { isSuppressed } from './suppression/isSuppressed';
import { suppressionsIn, withProblems } from './suppression/suppressionsIn';
import { elidedProblem, isElided, syntaxProblem } from './syntaxProblem';

/** What an analysis depends on besides the file. A new object invalidates earlier analyses. */
export interface Context {
  families: readonly Family[];
  facts: Facts;
  /** The user's severities, by rule id or `family/*`. */
  severities?: Severities;
  /** The user's association of a file. */
  association(uri: string): Association;
  /** The files that documents refer to; without it, references are not checked. */
  workspace?: Workspace;
  /** When only a piece of a file is analysed: the families of the envelopes in the rest of it. */
  beside?: ReadonlySet<Family>;
  /**
   * The kind that a file must hold. The author is untrusted: ignore the file's own `$schema`, `$ignore` and comments.
   */
  demanded?: Kind;
}

/** Results for the previous version of a file, reused for what has not changed. */
export interface Cache {
  /** By part text; empty for a log. */
  parts: Map<string, Remembered>;
  /** By Markdown part id. */
  markdown: Map<string, Markdown>;
  /** For a single large envelope. */
  large?: LargeEnvelope;
  /** For a log. */
  log?: { lines: readonly string[]; units: readonly LineUnit[] };
}

/** What is known about one part. */
interface Unit {
  part: Part;
  remembered: Remembered;
  outcome?: Outcome;
}

/** A line of a log: the same object as long as neither its text nor its position changes. */
export interface LineUnit extends Unit {
  line: string;
}

/** The results for a part, with those for the documents that it carries. Valid for this recognition, in such a file. */
interface Outcome {
  recognition: Recognition | undefined;
  inLog: boolean;
  parts: readonly AnalysedPart[];
  /** What else it depends on. */
  answered: readonly AnsweredQuestion[];
}

interface Remembered {
  parsed: ParsedJson;
  recognition: Recognition | undefined;
  large?: LargeEnvelope;
  /** For the recognition at the time. */
  judged?: Judgement & { kind: string };
}

/**
 * Splits a file, recognises its parts, and checks them. Each part is checked by itself: a broken one hides no other. A
 * part of an uncertain kind gets no problems; a part without a kind is not checked.
 *
 * @param before the cache of the same file and context; the new cache keeps the entries still in use
 */
export function analyse(file: SourceFile, context: Context, before?: Cache): { analysis: Analysis; cache: Cache } {
  const association = associationOf(file.uri, context);
  const cache: Cache = { parts: new Map(), markdown: new Map() };
  const reading: AnalysisContext = { file, context, cache, before, association };
  const markdown = file.lang === 'markdown' ? markdownFile(file, before?.markdown.get('root')) : undefined;
  if (markdown) cache.markdown.set('root', markdown.blocks);
  if (file.lang === 'jsonl') cache.log = { lines: file.lines, units: lineUnits(reading) };
  const read: readonly Unit[] =
    cache.log?.units ??
    splitIntoParts(file, markdown).map(part => ({ part, remembered: getRemembered(part, reading) }));
  const { beside } = context;
  const recognitions = promoteByNeighbours(
    read.map(({ remembered }) => remembered.recognition),
    beside,
  );
  const isLog = recognitions.some(isJudged) || (beside !== undefined && [...beside].some(writes));
  const parts: AnalysedPart[] = [];
  for (let index = 0; index < read.length; index++) {
    const unit = read[index] as Unit;
    const inLog = isLog && (unit.part.oneLine || unit.part.parent !== undefined);
    for (const found of outcomeOf(unit, recognitions[index], inLog, reading)) parts.push(found);
  }
  const document =
    markdown && association !== 'none' ? analyseDocument(markdown.root, baseName(file.uri), reading) : undefined;
  const pieces = markdown && association !== 'none' ? registryPieces(markdown, reading) : [];
  const shown = [
    ...(document ? [document] : []),
    ...(document ? parts : context.demanded ? withShape(parts, context.demanded) : withShell(parts)),
    ...pieces,
  ];
  if (pieces.length > 0) shown.sort(byPlace);
  const { suppressions, problems } = collectSuppressions(shown, { markdown, read, cache, context, association });
  const all = withProblems(shown, problems).map(part => withoutSuppressed(withSeverities(part, context), suppressions));
  const { facts } = context;
  return { analysis: { file, parts: all, facts, ...(suppressions.length > 0 && { suppressions }) }, cache };
}

/** The results for one part: those of the previous analysis where they are still valid. */
function outcomeOf(
  unit: Unit,
  recognition: Recognition | undefined,
  inLog: boolean,
  reading: AnalysisContext,
): readonly AnalysedPart[] {
  const { file, context, cache, before } = reading;
  const { part, remembered, outcome } = unit;
  const isInSameFile = outcome?.recognition === recognition && outcome?.inLog === inLog;
  if (outcome && isInSameFile && outcome.answered.every(isStillAnswer)) {
    if (outcome.parts.length > 1) keepMarkdown(outcome.parts, cache, before);
    return outcome.parts;
  }
  const dependsOnFiles = part.id === 'root' || context.demanded !== undefined;
  const asked = new Map<string, AnsweredQuestion>();
  const onAsked = (one: AnsweredQuestion) => void asked.set(one.question, one);
  const problems = findProblems(part, remembered, recognition, {
    context,
    inLog,
    inDocument: file.lang === 'markdown',
    uri: file.uri,
    ...(dependsOnFiles && context.workspace && { files: filesAround(file.uri, context.workspace, undefined, onAsked) }),
    asked,
  });
  const { value } = remembered.parsed;
  const own = { part, value, problems, ...(recognition && { recognition }) };
  const answered: AnsweredQuestion[] = [];
  const onAnswer = (one: AnsweredQuestion) => answered.push(one);
  const parts = recognition?.sure ? [own, ...carriedDocuments(own, recognition.kind, { ...reading, onAnswer })] : [own];
  if (!dependsOnFiles) unit.outcome = { recognition, inLog, parts, answered };
  return parts;
}

function keepMarkdown(parts: readonly AnalysedPart[], cache: Cache, before: Cache | undefined): void {
  for (const { part, document } of parts) {
    const known = document && before?.markdown.get(part.id);
    if (known) cache.markdown.set(part.id, known);
  }
}

const NO_LOG: NonNullable<Cache['log']> = { lines: [], units: [] };

/** The lines of a log. Those before and after an edit keep what is known about them. */
function lineUnits({ file: { lines }, context, before, association }: AnalysisContext): LineUnit[] {
  const { lines: linesBefore, units } = before?.log ?? NO_LOG;
  const { start, endBefore, end } = replacedLines(linesBefore, lines);
  const moved = end - endBefore;
  const replaced = new Map(units.slice(start, endBefore).map(unit => [unit.line, unit.remembered]));
  return lines.map((line, index) => {
    const unit = index < start ? units[index] : index >= end ? units[index - moved] : undefined;
    if (unit && (index < start || moved === 0)) return unit;
    const part = partOfLine(line, index);
    const remembered = unit?.remembered ?? replaced.get(line) ?? parsePart(part, context, association);
    return { line, part, remembered };
  });
}

interface SuppressionContext {
  markdown: MarkdownFile | undefined;
  read: readonly Unit[];
  cache: Cache;
  context: Context;
  association: Association;
}

/** Collects the suppressions in `$ignore` lists and comments, and the problems of the comments. */
function collectSuppressions(
  shown: readonly AnalysedPart[],
  { markdown, read, cache, context, association }: SuppressionContext,
): { suppressions: Suppression[]; problems: readonly Problem[] } {
  if (association === 'none' || context.demanded) return { suppressions: [], problems: [] };
  const byLists: Suppression[] = [];
  for (const { part, remembered } of read) {
    for (const { rules, span } of remembered.judged?.silent ?? NONE)
      byLists.push({ rules, range: rangeOf(part, span) });
  }
  const first = read[0]?.part;
  const root = markdown?.root ?? (first?.lang === 'jsonc' ? (first.parent ?? first) : undefined);
  const blocks = markdown ? read.map(({ part }) => part) : [];
  const carried = shown.filter(({ document, part }) => document && part.parent).map(({ part }) => part);
  const comments = suppressionsIn({
    parts: [...(root ? [root] : []), ...blocks, ...carried],
    markdownOf: part => cache.markdown.get(part.id),
    known: knownIn(context.families),
  });
  return { suppressions: [...byLists, ...comments.suppressions], problems: comments.problems };
}

const NONE: Judgement['silent'] = [];

function withoutSuppressed(part: AnalysedPart, suppressions: readonly Suppression[]): AnalysedPart {
  if (suppressions.length === 0 || part.problems.length === 0) return part;
  return { ...part, problems: part.problems.filter(problem => !isSuppressed(problem, suppressions)) };
}

function withSeverities(part: AnalysedPart, { severities }: Context): AnalysedPart {
  if (!severities || severities.size === 0 || part.problems.length === 0) return part;
  const problems = part.problems.flatMap(problem => {
    const severity = ruleSeverity(severities, problem.rule) ?? problem.severity;
    if (severity === 'off') return [];
    return severity === problem.severity ? [problem] : [{ ...problem, severity }];
  });
  return { ...part, problems };
}

interface AnalysisContext {
  file: SourceFile;
  context: Context;
  cache: Cache;
  before: Cache | undefined;
  association: Association;
  /** Files that the enclosing envelope creates. */
  coming?: readonly string[];
  isPiece?: boolean;
  onAnswer?(answered: AnsweredQuestion): void;
}

function getRemembered(part: Part, reading: AnalysisContext): Remembered {
  const { file, context, cache, before, association } = reading;
  const large = mayBeLarge(part, context) && readLargeEnvelope(part, file.lines, before?.large);
  if (large) {
    cache.large = large;
    const { parsed } = large.json;
    return { parsed, recognition: recognise(parsed.value, context.families, association), large };
  }
  const key = cacheKey(part);
  const remembered = cache.parts.get(key) ?? before?.parts.get(key) ?? parsePart(part, context, association);
  cache.parts.set(key, remembered);
  return remembered;
}

// Where the author is untrusted, the text is read in the strictest way, and once.
function mayBeLarge({ id, lang }: Part, { demanded }: Context): boolean {
  return id === 'root' && lang !== 'markdown' && demanded === undefined;
}

function carriedDocuments({ part, value }: AnalysedPart, kind: Kind, reading: AnalysisContext): AnalysedPart[] {
  const carried = carriedFiles(part, value, kind);
  if (carried.length === 0) return [];
  const coming = carriedPaths(value, kind);
  return carried.flatMap(one => analyseDocument(one.part, one.fileName, { ...reading, coming }) ?? []);
}

// Blocks of a document show pieces of registries.
function registryPieces({ root, blocks }: MarkdownFile, reading: AnalysisContext): AnalysedPart[] {
  const fileName = baseName(reading.file.uri);
  return markdownBlockParts(root, blocks).flatMap(
    part => analyseDocument(part, fileName, { ...reading, isPiece: true }) ?? [],
  );
}

// Orders a part before the parts in it, which begin at its start or later.
function byPlace(one: AnalysedPart, two: AnalysedPart): number {
  const [first, second] = [one.part.map.at(0), two.part.map.at(0)];
  return (first?.line ?? 0) - (second?.line ?? 0);
}

function analyseDocument(
  part: Part,
  fileName: string,
  { file, context, cache, before, coming, isPiece, onAnswer }: AnalysisContext,
): AnalysedPart | undefined {
  const known = cache.markdown.get(part.id);
  const markdown = known ?? parseMarkdown(part.text, before?.markdown.get(part.id));
  cache.markdown.set(part.id, markdown);
  const kinds = context.families.flatMap(family => family.documents);
  return documentIn(part, markdown, {
    kinds,
    fileName,
    isPiece,
    files: filesAround(file.uri, context.workspace, coming, onAnswer),
  });
}

// Blocks of JSON and of JSON with comments may have the same text.
function cacheKey({ lang, text }: Part): string {
  return lang === 'jsonc' ? `jsonc\0${text}` : text;
}

/** The association of a file, from the settings or from its path: some files never hold envelopes. */
export function associationOf(uri: string, context: Context): Association {
  if (context.demanded) return context.demanded;
  if (/\/(package(-lock)?|tsconfig[^/]*|jsconfig)\.json$/.test(uri)) return 'none';
  return fileKind(uri, context.families) ?? context.association(uri);
}

function parsePart(part: Part, context: Context, association: Association): Remembered {
  const { demanded, families } = context;
  const lang = part.lang === 'markdown' ? 'json' : part.lang;
  // Whitespace outside JSON's own is content where the author is untrusted.
  if (demanded ? /^[ \t\r\n]*$/.test(part.text) : part.text.trim() === '') {
    return { parsed: { value: undefined }, recognition: undefined };
  }
  if (demanded) {
    const recognition = { kind: demanded, sure: true, by: 'association' } as const;
    return { parsed: parseStrictJson(part.text, lang), recognition };
  }
  const parsed = parseJson(part.text, lang);
  return { parsed, recognition: recognise(parsed.value, families, association) };
}

function findProblems(
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
  }: {
    context: Context;
    inLog: boolean;
    inDocument: boolean;
    uri: string;
    files?: Files;
    asked: Map<string, AnsweredQuestion>;
  },
): Problem[] {
  const isRead = recognition?.kind.readOnly === true;
  if (isRead && !context.demanded) return [];
  const { fault, value } = remembered.parsed;
  if (fault) {
    // An unreadable line in a log of envelopes is a broken envelope.
    if (!recognition?.sure && !inLog) return [];
    if (context.demanded) return [demandedKindSyntaxProblem(part, fault, context.demanded)];
    if (!inDocument || !isElided(part, fault)) return [syntaxProblem(part, fault)];
    const { facts, severities } = context;
    const around = { facts, known: knownIn(context.families), severities, where: 'block', uri } as const;
    const said =
      recognition?.sure && isObject(value) ? elidedEnvelopeProblems(part, value, recognition.kind, around) : [];
    return [elidedProblem(part, fault), ...said.map(problem => ({ ...problem, part }))];
  }
  if (!recognition?.sure || !isObject(value))
    return recognition?.by === 'association' && value !== undefined
      ? [notAnObject(part, recognition, context.demanded !== undefined)]
      : [];
  const { kind } = recognition;
  // A kind that is only read has no contract; only the kind itself is checked.
  if (isRead) return recognise(value, context.families, undefined)?.kind === kind ? [] : [notOfKind(part, kind)];
  const other = context.demanded && otherSchemaProblem(part, value, context.demanded);
  // An error about its own `$schema` hides the contract errors of the kind it does not claim to be.
  if (other && (ruleSeverity(context.severities, other.rule) ?? 'error') === 'error') return [other];
  // Results that depend on surrounding files may change.
  if (remembered.judged?.kind !== kind.id || files) {
    const rules = context.families.find(one => one.kinds.includes(kind))?.rules ?? [];
    const isDemanded = context.demanded !== undefined;
    const where = isDemanded || (part.id === 'root' && !inDocument) ? 'file' : inDocument ? 'block' : 'log';
    const { facts, severities } = context;
    const known = knownIn(context.families);
    const around = { facts, known, severities, where, uri, isDemanded, ...(files && { files }) } as const;
    const { large } = remembered;
    const judgement =
      (large && largeEnvelopeProblems(large, part, kind, { rules, ...around, answered: asked })) ??
      envelopeProblems(part, value, kind, { rules, ...around });
    remembered.judged = { kind: kind.id, ...judgement };
  }
  return remembered.judged.problems.map(problem => ({ ...problem, part }));
}

// A truncated last line is no error in a log of another tool, which may still be writing it.
function isJudged(recognition: Recognition | undefined): boolean {
  return recognition?.sure === true && !recognition.kind.readOnly;
}

function writes({ kinds }: Family): boolean {
  return kinds.some(({ readOnly }) => !readOnly);
}

function notOfKind(part: Part, { title }: Kind): Problem {
  const start = Math.max(0, part.text.search(/\S/));
  const message = `Nothing here speaks for what was asked for (${title}).`;
  return { rule: 'schema/type', severity: 'error', message, part, span: { start, end: start + 1 }, fixes: [] };
}

function notAnObject(part: Part, { kind }: Recognition, isDemanded: boolean): Problem {
  const start = Math.max(0, part.text.search(/\S/));
  const by = kind.fileNames ? 'name' : 'association';
  const message = isDemanded
    ? `This must be an object, or an array of objects: ${withArticle(kind.title)} is expected.`
    : `This must be an object: by its ${by} it is ${withArticle(kind.title)}.`;
  return {
    rule: 'schema/type',
    severity: 'error',
    message,
    part,
    span: { start, end: part.text.trimEnd().length },
    fixes: [],
  };
}

// Adds problems for text between the parts where the text must hold one kind alone.
function withShape(parts: AnalysedPart[], kind: Kind): AnalysedPart[] {
  const first = parts.find(({ document }) => !document)?.part;
  if (!first || first.lang === 'markdown' || first.oneLine || parts.some(hasSyntaxFault)) return parts;
  const root = first.parent ?? first;
  const envelopes = parts.filter(({ document }) => !document).length;
  const problems = demandedKindProblems(root, envelopes, kind);
  return problems.length === 0 ? parts : [{ part: root, value: undefined, problems }, ...parts];
}

// Adds the brackets and commas around the elements of a root array, which belong to no element.
function withShell(parts: AnalysedPart[]): AnalysedPart[] {
  const root = parts[0]?.part.parent;
  if (!root || root.lang === 'markdown') return parts;
  if (!parts.some(({ recognition }) => isJudged(recognition)) || parts.some(hasSyntaxFault)) return parts;
  const { fault } = parseJson(root.text, root.lang);
  if (!fault) return parts;
  return [{ part: root, value: undefined, problems: [syntaxProblem(root, fault)] }, ...parts];
}

function hasSyntaxFault({ problems }: AnalysedPart): boolean {
  return problems.some(isSyntaxProblem);
}
