import type { AnalysedPart, Analysis, Problem, Suppression } from '../model/analysis';
import type { Family } from '../model/family';
import type { Kind, Recognition } from '../model/kind';
import type { Part, TextFile } from '../model/text';
import { type EditedSequence, partSequence } from '../parts/partSequence';
import { rangeOf } from '../parts/positions';
import { rootPart } from '../parts/rootPart';
import {
  type MarkdownFile,
  markdownBlockParts,
  markdownFileInSteps,
  partOfLine,
  splitIntoParts,
} from '../parts/splitIntoParts';
import { isSyntaxProblem } from '../rules/ruleNames';
import { replaceItems } from '../shared/arrays';
import { runSteps, type WorkInSteps } from '../shared/workInSteps';
import { rootObjects } from '../text/json/jsonScanner';
import { faultAround } from '../text/json/parseJson';
import {
  type AnalysisContext,
  analyseDocument,
  analysePart,
  type Cache,
  getRemembered,
  parsePart,
  type Unchecked,
  type Unit,
} from './analysePart';
import { type Context, knownIn } from './analysisContext';
import type { Judgement } from './envelopeProblems';
import { hasProblems, keepFaultyParts, ruleSeverity, syntaxProblem } from './findingsToProblems';
import { mayShowFirst } from './largeEnvelope';
import { baseName } from './markdownDocuments';
import {
  type Association,
  countSureFamilies,
  demandedKindProblems,
  fileKind,
  promoteByNeighbours,
  recognise,
} from './recognise';
import { type AnsweredQuestion, addAnswer, isStillAnswer } from './ruleFileAccess';
import { isSuppressed, suppressionsIn, withProblems } from './suppressions';

export type { Cache, Context, Unchecked };

/**
 * Analyses a file: splits it into parts such as the lines of a log, recognises the kind of envelope in each part, and finds its problems. A
 * broken part hides no other. A part of a *maybe* kind (recognised, but not surely) gets no problems, and a part without a kind is not checked.
 *
 * @param before the cache of an earlier analysis of the same file and context; the new cache keeps the entries still in use
 * @param unchecked requests parts and kinds only, without problems
 */
export function analyse(
  file: TextFile,
  context: Context,
  before?: Cache,
  unchecked?: Unchecked,
): { analysis: Analysis; cache: Cache } {
  const cache = emptyCache();
  const analysis = runSteps(analyseInSteps(file, context, { before, unchecked, cache }));
  return { analysis, cache };
}

export function emptyCache(): Cache {
  return { parts: new Map(), markdown: new Map(), documents: new Map() };
}

interface AnalyseOptions {
  before?: Cache | undefined;
  unchecked?: Unchecked | undefined;
  /** An empty cache, which the analysis fills. */
  cache: Cache;
  /**
   * Called at most once, when the first of many parts or elements have problems: with an analysis of these alone. What it lists, the whole
   * analysis lists too, unless a list has more problems than are shown.
   */
  onFirst?: ((first: Analysis) => void) | undefined;
}

/**
 * Like `analyse`, in steps: one for each line, part, rule of a document, or 64 elements of a large list. Work on all parts together is a
 * single step.
 */
export function* analyseInSteps(
  file: TextFile,
  context: Context,
  { before, unchecked, cache, onFirst }: AnalyseOptions,
): WorkInSteps<Analysis> {
  const association = associationOf(file.uri, context);
  // Without problems, some documents are not analysed: their earlier results stay.
  if (unchecked && before) {
    cache.markdown = new Map(before.markdown);
    cache.documents = new Map(before.documents);
  }
  const reading: AnalysisContext = { file, context, cache, before, association, unchecked, versions: new Map() };
  if (onFirst) reading.onFirst = tellOnce;
  const parse = context.demanded ? undefined : JSON.parse;
  const found = yield* partSequence(file, before?.sequence, { isWhole: isWhole(file, association), parse });
  const edited = found && analyseEditedParts(found, { ...reading, unchecked: undefined });
  if (edited) return edited;
  const markdown =
    file.lang === 'markdown' ? yield* markdownFileInSteps(file, before?.markdown.get('root')) : undefined;
  if (markdown) cache.markdown.set('root', markdown.blocks);
  yield;
  const wants = markdown || found?.sequence.json ? undefined : unchecked?.wants;
  const all = found ? found.sequence.parts : partsOf(file, markdown);
  const read = wants
    ? yield* partUnits(all.filter(wants), reading)
    : found
      ? yield* sequenceUnits(found, reading)
      : yield* partUnits(all, reading);
  // Results without problems are no start for the next analysis with problems.
  if (found && !wants)
    cache.sequence = unchecked && before?.sequence ? before.sequence : { ...found.sequence, units: read };
  const { beside = NO_FAMILIES } = context;
  const own = read.map(({ remembered }) => remembered.recognition);
  const families = countSureFamilies(own);
  for (const { id } of beside) families.set(id, (families.get(id) ?? 0) + 1);
  const recognitions = promoteByNeighbours(own, families);
  const judged = recognitions.filter(isJudged).length;
  const isLog = judged > 0 || [...beside].some(writes);
  const parts: AnalysedPart[] = [];
  const starts = new Int32Array(read.length);
  for (let index = 0; index < read.length; index++) {
    const unit = read[index] as Unit;
    const inLog = isLog && (unit.part.oneLine || unit.part.parent !== undefined);
    starts[index] = parts.length;
    for (const found of yield* analysePart(unit, recognitions[index], inLog, reading)) parts.push(found);
    if (reading.onFirst && mayShowFirst(index + 1)) reading.onFirst(parts, read.slice(0, index + 1));
    yield;
  }
  const document =
    markdown && association !== 'none' ? yield* analyseDocument(markdown.root, baseName(file.uri), reading) : undefined;
  const pieces = markdown && association !== 'none' ? yield* registryPieces(markdown, reading) : [];
  const shown = [
    ...(document ? [document] : []),
    ...(document || unchecked
      ? parts
      : context.demanded
        ? withShape(parts, context.demanded)
        : withShell(parts, read, found?.sequence)),
    ...pieces,
  ];
  if (pieces.length > 0) shown.sort(byPlace);
  const { facts } = context;
  if (unchecked) return { file, parts: shown, facts };
  const { suppressions, problems } = collectSuppressions(shown, { markdown, read, cache, context, association });
  const checked = asConfigured(withProblems(shown, problems), context, suppressions);
  const analysis = { file, parts: checked, facts, ...(suppressions.length > 0 && { suppressions }) };
  const { sequence } = cache;
  if (sequence && checked.length === parts.length && !context.demanded && isSettled(sequence, file, judged))
    sequence.result = { analysis, starts, families, judged, answered: questionsOf(sequence.units) };
  return analysis;

  function tellOnce(shown: readonly AnalysedPart[], units: readonly Unit[]): void {
    const { suppressions } = collectSuppressions(shown, { markdown, read: units, cache, context, association });
    const first = asConfigured(shown, context, suppressions);
    if (!first.some(hasProblems)) return;
    delete reading.onFirst;
    onFirst?.({ file, parts: first, facts: context.facts });
  }
}

/**
 * Recognises one line of a log by itself, for requests that can't wait for the whole log. Ignores evidence for its kind in
 * other lines.
 */
export function analyseLine(file: TextFile, context: Context, line: number): Analysis {
  const { facts } = context;
  const text = file.lines[line];
  if (text === undefined) return { file, parts: [], facts };
  const association = associationOf(file.uri, context);
  const part = partOfLine(text, line);
  const remembered = parsePart(part, context, association);
  const reading = {
    file,
    context,
    cache: emptyCache(),
    before: undefined,
    association,
    unchecked: {},
    versions: new Map(),
  };
  return { file, parts: runSteps(analysePart({ part, remembered }, remembered.recognition, false, reading)), facts };
}

const NO_FAMILIES: ReadonlySet<Family> = new Set();

function questionsOf(units: readonly Unit[]): Map<string, AnsweredQuestion> {
  const answered = new Map<string, AnsweredQuestion>();
  for (const { outcome } of units) for (const one of outcome?.answered ?? []) addAnswer(answered, one);
  return answered;
}

/** Returns whether edits of single parts leave the text around them as it is: without comments that suppress, and without problems. */
function isSettled({ holder, array, json, units }: Sequence, { lang }: TextFile, judged: number): boolean {
  if (!holder) return !json;
  return array !== undefined && lang === 'json' && (judged === 0 || !units.some(hasHiddenFault));
}

type Sequence = NonNullable<Cache['sequence']>;

/** Returns whether a part is no JSON, but has no problem that says so: the text around it then has one. */
function hasHiddenFault({ remembered, outcome }: Unit): boolean {
  return remembered.parsed.fault !== undefined && outcome?.parts.some(hasSyntaxFault) !== true;
}

/** The maximum number of changed parts of an edit by hand. */
const MOST_EDITED = 100;

/**
 * Analyses only the edited parts of a log or a root array. Undefined if the edit adds or removes parts, or changes something that other
 * parts depend on.
 */
function analyseEditedParts(edited: EditedSequence, reading: AnalysisContext): Analysis | undefined {
  const { file, context, cache, before, association } = reading;
  const { sequence, start, endBefore, end, moved } = edited;
  const known = before?.sequence?.result;
  if (!before?.sequence || !known || end !== endBefore || moved - start > MOST_EDITED) return undefined;
  if (sequence.holder && !sequence.array) return undefined;
  if (![...known.answered.values()].every(isStillAnswer)) return undefined;
  const old = before.sequence.units.slice(start, moved);
  const fresh = sequence.parts.slice(start, moved).map((part, index): Unit => {
    const { remembered } = (start + index >= end && old[index]) || {
      remembered: parsePart(part, context, association),
    };
    return { part, remembered };
  });
  const own = fresh.map(({ remembered }) => remembered.recognition);
  const families = new Map(known.families);
  const addFamilies = (recognitions: readonly (Recognition | undefined)[], by: 1 | -1) => {
    for (const [family, count] of countSureFamilies(recognitions))
      families.set(family, (families.get(family) ?? 0) + by * count);
  };
  addFamilies(
    old.map(({ remembered }) => remembered.recognition),
    -1,
  );
  addFamilies(own, 1);
  for (const [family, count] of families) if (count > 0 !== known.families.has(family)) return undefined;
  const recognitions = promoteByNeighbours(own, families);
  const gone = old.filter(({ outcome }) => isJudged(outcome?.recognition)).length;
  const judged = known.judged - gone + recognitions.filter(isJudged).length;
  if (judged > 0 !== known.judged > 0) return undefined;
  const isLog = judged > 0 || [...(context.beside ?? [])].some(writes);
  const { suppressions = [] } = known.analysis;
  const parts = known.analysis.parts.slice();
  let isFaultless = true;
  for (const [index, unit] of fresh.entries()) {
    const found = runSteps(analysePart(unit, recognitions[index], isLog, reading));
    const at = known.starts[start + index] as number;
    for (const one of found) {
      const part = withoutSuppressed(withSeverities(one, context), suppressions);
      if (hasProblems(part) || hasProblems(parts[at] as AnalysedPart)) isFaultless = false;
      parts[at] = part;
    }
  }
  if ([...old, ...fresh].some(concernsOthers)) return undefined;
  if (sequence.holder && judged > 0 && fresh.some(hasHiddenFault)) return undefined;
  const analysis = { ...known.analysis, file, parts };
  if (isFaultless) keepFaultyParts(known.analysis.parts, parts);
  const units = replaceItems(before.sequence.units, { start, end: moved }, fresh);
  const result = { ...known, analysis, families, judged };
  Object.assign(cache, { ...before, sequence: { ...sequence, units, result } });
  return analysis;
}

/** Returns whether a part affects more than itself: with documents, suppressed rules, or references to files. */
function concernsOthers({ outcome, remembered }: Unit): boolean {
  if (outcome?.parts.length !== 1 || outcome.answered.length > 0) return true;
  return (remembered.judged?.silent.length ?? 0) > 0;
}

/** Returns the parts of a sequence. Parts before and after an edit keep their results. */
function* sequenceUnits(
  { sequence, elements, start, endBefore, end }: EditedSequence,
  { context, before, association }: AnalysisContext,
): WorkInSteps<Unit[]> {
  const {
    json,
    parts: [root],
  } = sequence;
  if (json && root && start < end) {
    const { parsed } = json;
    const { edited, judged } = before?.sequence?.units[0]?.remembered.large ?? {};
    const large = { json, ...(elements && judged && !edited && { edited: elements, judged }) };
    return [
      {
        part: root,
        remembered: { parsed, recognition: recognise(parsed.value, context.families, association), large },
      },
    ];
  }
  const units = before?.sequence?.units ?? [];
  const replaced = new Map(units.slice(start, endBefore).map(unit => [unit.part.text, unit]));
  const read: Unit[] = [];
  for (const [index, part] of sequence.parts.entries()) {
    const unit = index < start ? units[index] : index >= end ? units[index + endBefore - end] : undefined;
    if (unit?.part === part) {
      read.push(unit);
      continue;
    }
    const known = unit ?? (replaced.size > 0 ? replaced.get(part.text) : undefined);
    read.push({ part, remembered: known?.remembered ?? parsePart(part, context, association) });
    yield;
  }
  return read;
}

function* partUnits(parts: readonly Part[], reading: AnalysisContext): WorkInSteps<Unit[]> {
  const read: Unit[] = [];
  for (const part of parts) {
    read.push({ part, remembered: getRemembered(part, reading) });
    yield;
  }
  return read;
}

interface SuppressionOptions {
  markdown: MarkdownFile | undefined;
  read: readonly Unit[];
  cache: Cache;
  context: Context;
  association: Association;
}

/** Collects the suppressions in `$ignore` lists and comments, and the problems of the comments. */
function collectSuppressions(
  shown: readonly AnalysedPart[],
  { markdown, read, cache, context, association }: SuppressionOptions,
): { suppressions: Suppression[]; problems: readonly Problem[] } {
  if (association === 'none' || context.demanded) return { suppressions: [], problems: [] };
  const byLists: Suppression[] = [];
  for (const { part, remembered } of read) {
    for (const { rules, span } of remembered.judged?.silent ?? NONE)
      byLists.push({ rules, range: rangeOf(part, span) });
  }
  const first = read[0]?.part;
  const hasComments = first?.lang === 'jsonc' || first?.lang === 'yaml';
  const root = markdown?.root ?? (hasComments ? (first.parent ?? first) : undefined);
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

/** Returns parts with the severities of the settings, and without suppressed problems. */
function asConfigured(
  parts: readonly AnalysedPart[],
  context: Context,
  suppressions: readonly Suppression[],
): AnalysedPart[] {
  return parts.map(part => withoutSuppressed(withSeverities(part, context), suppressions));
}

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

// Blocks of a document may contain pieces of registries.
function* registryPieces({ root, blocks }: MarkdownFile, reading: AnalysisContext): WorkInSteps<AnalysedPart[]> {
  const fileName = baseName(reading.file.uri);
  const pieces: AnalysedPart[] = [];
  for (const part of markdownBlockParts(root, blocks)) {
    const piece = yield* analyseDocument(part, fileName, { ...reading, isPiece: true });
    if (piece) pieces.push(piece);
    yield;
  }
  return pieces;
}

// Orders a part before the parts in it, which begin at its start or later.
function byPlace(one: AnalysedPart, two: AnalysedPart): number {
  const [first, second] = [one.part.map.at(0), two.part.map.at(0)];
  return (first?.line ?? 0) - (second?.line ?? 0);
}

function isWhole({ lang }: TextFile, association: Association): boolean {
  return lang !== 'jsonl' && association !== 'none' && association?.isWholeFile === true;
}

function partsOf(file: TextFile, markdown: MarkdownFile | undefined): Part[] {
  return file.lang === 'json' || file.lang === 'jsonc' ? [rootPart(file, file.lang)] : splitIntoParts(file, markdown);
}

/** Returns the association of a file, by the settings or by its path: files at some paths never hold envelopes. */
export function associationOf(uri: string, context: Context): Association {
  if (context.demanded) return context.demanded;
  if (/\/(?:(?:package(?:-lock)?|tsconfig[^/]*|jsconfig)\.json|pnpm-lock\.yaml)$/.test(uri)) return 'none';
  return fileKind(uri, context.families) ?? context.association(uri);
}

// A truncated last line is no error in a log of another tool, which may still be writing it.
function isJudged(recognition: Recognition | undefined): boolean {
  return recognition?.sure === true && !recognition.kind.readOnly;
}

function writes({ kinds }: Family): boolean {
  return kinds.some(({ readOnly }) => !readOnly);
}

// Adds problems for text between the parts, in a text that must hold only one kind.
function withShape(parts: AnalysedPart[], kind: Kind): AnalysedPart[] {
  const first = parts.find(({ document }) => !document)?.part;
  if (!first || first.oneLine || parts.some(hasSyntaxFault)) return parts;
  // In YAML, each document is a part, and nothing is between them.
  if (first.lang === 'markdown' || first.lang === 'yaml') return parts;
  const root = first.parent ?? first;
  const envelopes = parts.filter(({ document }) => !document).length;
  const problems = demandedKindProblems(root, envelopes, kind);
  return problems.length === 0 ? parts : [{ part: root, value: undefined, problems }, ...parts];
}

// Adds the brackets and commas around the elements of a root array, which belong to no element.
function withShell(
  parts: AnalysedPart[],
  units: readonly Unit[],
  sequence: EditedSequence['sequence'] | undefined,
): AnalysedPart[] {
  const root = parts[0]?.part.parent;
  if (!root || root.lang === 'markdown' || root.lang === 'yaml') return parts;
  if (!parts.some(({ recognition }) => isJudged(recognition)) || parts.some(hasSyntaxFault)) return parts;
  // Plain brackets and commas have no fault of their own.
  if (sequence?.array && !units.some(hasHiddenFault)) return parts;
  const fault = faultAround(
    root.text,
    { objects: rootObjects(root.text), firstBroken: units.findIndex(({ remembered }) => remembered.parsed.fault) },
    root.lang,
  );
  if (!fault) return parts;
  return [{ part: root, value: undefined, problems: [syntaxProblem(root, fault)] }, ...parts];
}

function hasSyntaxFault({ problems }: AnalysedPart): boolean {
  return problems.some(isSyntaxProblem);
}
