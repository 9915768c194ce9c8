import type { Context } from '../../analysis/analyse';
import { breaksSchema } from '../../analysis/envelopeProblems';
import { findingSpan } from '../../analysis/findingsToProblems';
import { isSuppressed } from '../../analysis/suppressions';
import { familiesWithRunRules, familyOfKind } from '../../families/familyOfKind';
import type { AnalysedPart, Analysis, Problem } from '../../model/analysis';
import type { Family } from '../../model/family';
import type { Kind } from '../../model/kind';
import type { Draft } from '../../model/run';
import type { Part } from '../../model/text';
import { partTree } from '../../parts/rootPart';
import { isSyntaxProblem } from '../../rules/ruleNames';
import { runSteps, type WorkInSteps } from '../../shared/workInSteps';
import { mayRound, parseJsonBigInts } from '../../text/json/losslessJson';
import { isObject } from '../../text/jsonPointer';
import { textLength } from '../../text/lines';
import { memoizeLastByObject } from '../../text/memoize';
import { parseYamlBigInts } from '../../text/parseJsonOrYaml';
import type { Entry, RunProblem } from '../reading/fileRecord';
import { canFollow, followedLogs, type JudgedLog, judgeLogInSteps } from './judgeLog';
import { judgeRunsInSteps } from './judgeRuns';
import { exceedsRunRuleLimits, fileExceedsRunRuleLimits, type RunRuleFile, readRunRuleFile } from './runRuleFiles';
import type { RunRuleFinding } from './runRuleFindings';
import { type SharedFolder, type SiblingFiles, sharedFolder, siblingFiles } from './siblingFiles';

/**
 * Adds the problems of run rules, which check several envelopes of a workflow run, to the analysis of a file. The runs may continue in other
 * files of its folder. Returns the analysis unchanged while these files are being read, so that the caller asks again afterwards. The result is
 * cached with the analysis while the files stay the same.
 *
 * @param savedText the file's text if it equals the text on disk; then one check of the folder serves all of its files
 */
export function withRunProblems(analysis: Analysis, context: Context, savedText?: string): Analysis {
  return runSteps(withRunProblemsInSteps(analysis, context, savedText));
}

/** Like `withRunProblems`, in steps. */
export function* withRunProblemsInSteps(
  analysis: Analysis,
  context: Context,
  savedText?: string,
): WorkInSteps<Analysis> {
  const families = familiesWithRunRules(context.families);
  const { file } = analysis;
  const isLong = exceedsLimitsAlone(analysis);
  const judging = judgedFamilies(analysis, families, isLong);
  if (judging.size === 0) return analysis;
  const canShare = savedText !== undefined && !isLong && !context.demanded;
  const folder = canShare ? sharedFolder({ uri: file.uri, savedText }, context, families) : undefined;
  const siblings = isLong ? NO_SIBLINGS : folder ? folder : siblingFiles(file.uri, context, families);
  if (!siblings) return analysis;
  const known = completions.get(analysis);
  if (known && known.severities === context.severities && isSame(known.siblings, siblings)) return known.completed;
  const findings =
    (yield* findingsInLog({ analysis, judging, isLong, siblings, savedText }, { context, families })) ??
    (folder
      ? yield* findingsInFolder(folder, file.uri, context)
      : yield* findingsFor({ analysis, siblings, savedText }, { context, families }));
  const byId = findings.length > 0 ? partsOf(analysis, findings) : undefined;
  const completed = byId ? withProblems(analysis, findings, ({ part }) => byId.get(part)) : analysis;
  completions.set(analysis, { siblings, completed, severities: context.severities });
  return completed;
}

const NO_SIBLINGS: SiblingFiles = { files: [], isWhole: false };

/** Returns whether a file has envelopes that rules of runs compare, and is too long for some of these rules: it gets none of their problems. */
export function isTooLongForRunRules(analysis: Analysis, { families }: Pick<Context, 'families'>): boolean {
  if (!exceedsLimitsAlone(analysis)) return false;
  return [...judgedFamilies(analysis, familiesWithRunRules(families), false)].some(family => !canFollow(family));
}

// Runs at each keystroke: in a log this long, even finding the envelopes would be noticeable.
function exceedsLimitsAlone({ file, parts }: Analysis): boolean {
  return fileExceedsRunRuleLimits({ entries: parts.length, size: textLength(file.lines) });
}

/**
 * Like `withRunProblems`, for a closed file: adds the problems that the index has found, by part id.
 *
 * @param idOf returns the id of a part in its file, if it differs from the id in the analysis
 */
export function withKnownRunProblems(
  analysis: Analysis,
  inRuns: Readonly<Record<string, readonly RunProblem[]>>,
  idOf: (part: Part) => string = ({ id }) => id,
): Analysis {
  const byId = new Map(
    analysis.parts.flatMap(analysed => (analysed.document ? [] : [[idOf(analysed.part), analysed] as const])),
  );
  const problems = Object.entries(inRuns).flatMap(([id, some]) => some.map(problem => ({ ...problem, id })));
  return withProblems(analysis, problems, ({ id }) => byId.get(id));
}

interface Completion {
  siblings: SiblingFiles;
  completed: Analysis;
  severities: Context['severities'];
}

const completions = new WeakMap<Analysis, Completion>();

function isSame(one: SiblingFiles, other: SiblingFiles): boolean {
  if (one.isWhole !== other.isWhole || one.files.length !== other.files.length) return false;
  return one.files.every((file, index) => file === other.files[index]);
}

/**
 * The families of the envelopes in a file that run rules look at; in a long log only those with a rule that follows it. Empty if
 * it has only one envelope and is long.
 */
function judgedFamilies({ file, parts }: Analysis, families: readonly Family[], isLong: boolean): Set<Family> {
  const found = new Set<Family>();
  if (file.lang === 'markdown') return found;
  // A log has many envelopes of few kinds.
  const seen = new Set<Kind>();
  for (const { recognition } of parts) {
    if (!recognition?.sure || seen.has(recognition.kind)) continue;
    seen.add(recognition.kind);
    const family = judgedFamily(recognition.kind, families);
    if (family && (!isLong || family.runRules.some(({ follow }) => follow))) found.add(family);
  }
  return found;
}

function judgedFamily(kind: Kind, families: readonly Family[]): Family | undefined {
  const family = kind.readOnly ? undefined : familyOfKind(kind, families);
  return family && family.runRules.length > 0 ? family : undefined;
}

/** The parts that findings are about, by id. */
function partsOf({ parts }: Analysis, findings: readonly RunRuleFinding[]): Map<string, AnalysedPart> {
  const named = new Set(findings.map(({ part }) => part));
  return new Map(
    parts.flatMap(one => (one.recognition?.sure && named.has(one.part.id) ? [[one.part.id, one] as const] : [])),
  );
}

interface JudgedPart {
  analysed: AnalysedPart;
  value: Record<string, unknown>;
  family: Family;
}

// Envelopes in the blocks of a document are examples, and read-only kinds are not judged.
function judgedParts({ file, parts }: Analysis, families: readonly Family[]): JudgedPart[] {
  if (file.lang === 'markdown') return [];
  return parts.flatMap(analysed => {
    const { recognition, value } = analysed;
    if (!recognition?.sure || recognition.kind.readOnly || !isObject(value)) return [];
    const family = judgedFamily(recognition.kind, families);
    return family ? [{ analysed, value, family }] : [];
  });
}

interface JudgedFile {
  analysis: Analysis;
  siblings: SiblingFiles;
  savedText: string | undefined;
}

interface JudgingOptions {
  context: Context;
  families: readonly Family[];
}

/**
 * The findings in a log whose runs are in no other file, by the rules that follow it. Undefined where envelopes must be compared
 * as `findingsFor` does.
 */
function* findingsInLog(
  { analysis, judging, isLong, siblings, savedText }: JudgedFile & { judging: ReadonlySet<Family>; isLong: boolean },
  { context, families }: JudgingOptions,
): WorkInSteps<readonly RunRuleFinding[] | undefined> {
  const isAlone = siblings.files.every(({ record }) => record.entries.length === 0 || record.uri === analysis.file.uri);
  const isFollowed = isLong || ([...judging].every(canFollow) && isAlone && analysis.file.lang === 'jsonl');
  if (!isFollowed || analysis.parts.length < 2) return undefined;
  const judges = savedText === undefined ? followedLogs(context) : undefined;
  return yield* judgeLogInSteps(logOfAnalysis(analysis, families), context, { judges });
}

function logOfAnalysis({ file, parts }: Analysis, families: readonly Family[]): JudgedLog {
  const judgedKind = (item: number): Kind | undefined => {
    const { recognition } = parts[item] as AnalysedPart;
    return recognition?.sure && !recognition.kind.readOnly ? recognition.kind : undefined;
  };
  return {
    uri: file.uri,
    items: parts,
    count: parts.length,
    partOf: item => (parts[item] as AnalysedPart).part.id,
    draftsOf(item) {
      const kind = judgedKind(item);
      const family = kind && judgedFamily(kind, families);
      const value = family && exactValue(parts[item] as AnalysedPart);
      return (family && isObject(value) && family.steps?.(value, kind)) || NO_DRAFTS;
    },
    valueOf: item => (parts[item] as AnalysedPart).value,
    itemAt: item => parts[item],
    sourceOf: item => (judgedKind(item) ? (parts[item] as AnalysedPart).value : undefined),
    kindOf: item => judgedKind(item)?.id,
  };
}

const NO_DRAFTS: readonly Draft[] = [];

/** The findings in a file of a shared folder: the folder is judged for the first of its files. */
function* findingsInFolder(
  folder: SharedFolder,
  uri: string,
  context: Context,
): WorkInSteps<readonly RunRuleFinding[]> {
  folder.findings ??= yield* judgeRunsInSteps(folder.files, context, { isWhole: true });
  return folder.findings.get(uri) ?? [];
}

function* findingsFor(
  { analysis, siblings, savedText }: JudgedFile,
  { context, families }: JudgingOptions,
): WorkInSteps<readonly RunRuleFinding[]> {
  const { uri } = analysis.file;
  const size = textLength(analysis.file.lines);
  const judged = judgedParts(analysis, families);
  if (judged.length === 0) return [];
  if (savedText !== undefined && siblings.isWhole && !context.demanded) {
    const folder = [readRunRuleFile(uri, savedText, context, families), ...siblings.files];
    const exceeds = exceedsRunRuleLimits(folder.map(({ record }) => record));
    // In one order for each of its files, or the folder would be judged for each.
    const sorted = folder.toSorted((one, two) => (one.record.uri < two.record.uri ? -1 : 1));
    if (!exceeds) return (yield* judgeRunsInSteps(sorted, context, { isWhole: true })).get(uri) ?? [];
  }
  const values = new Map(judged.map(({ analysed, value }) => [analysed.part.id, value]));
  const entries: Entry[] = [];
  for (const part of judged) {
    for (const entry of entriesOf(part)) entries.push(entry);
    yield;
  }
  const own: RunRuleFile = { record: { uri, entries, changedAt: 0, size }, valueIn: part => values.get(part) };
  const files = [own, ...siblings.files];
  return (yield* judgeRunsInSteps(files, context, { isWhole: siblings.isWhole, of: uri })).get(uri) ?? [];
}

/** Adds findings to their parts. Leaves out findings in an invalid value, and those that the file suppresses. */
function withProblems<T extends Omit<RunRuleFinding, 'part' | 'kind'>>(
  analysis: Analysis,
  findings: readonly T[],
  partOf: (finding: T) => AnalysedPart | undefined,
): Analysis {
  const { suppressions = [] } = analysis;
  const added = new Map<AnalysedPart, Problem[]>();
  for (const finding of findings) {
    const analysed = partOf(finding);
    if (!analysed || analysed.problems.some(isSyntaxProblem)) continue;
    const { part } = analysed;
    const { rule, severity, message, fixes = [], path, on } = finding;
    const span = findingSpan({ path, ...(on && { on }) }, partTree(part), part);
    if (analysed.problems.some(one => breaksSchema(one, span)) || isSuppressed({ rule, part, span }, suppressions))
      continue;
    const own = added.get(analysed) ?? [];
    added.set(analysed, own);
    own.push({ rule, severity, message, fixes, part, span });
  }
  if (added.size === 0) return analysis;
  const parts = analysis.parts.map(part => {
    const own = added.get(part);
    if (!own) return part;
    return { ...part, problems: [...part.problems, ...own].sort((one, two) => one.span.start - two.span.start) };
  });
  return { ...analysis, parts };
}

// After an edit in a log, all other lines keep their values by identity.
const entriesIn = new WeakMap<object, { kind: string; part: string; entries: readonly Entry[] }>();

function entriesOf({ analysed, value, family }: JudgedPart): readonly Entry[] {
  const kind = analysed.recognition?.kind;
  if (!kind) return [];
  const { id: part } = analysed.part;
  let known = entriesIn.get(value);
  if (known?.kind !== kind.id || known.part !== part) {
    const exact = exactValue(analysed);
    const drafts = (isObject(exact) && family.steps?.(exact, kind)) || [];
    known = { kind: kind.id, part, entries: drafts.map(draft => entryOf(draft, part)) };
    entriesIn.set(value, known);
  }
  return known.entries;
}

/** The value of a part with all digits of its integers, as files are read that are not open: two ids of 64 bits may differ in the last one. */
function exactValue({ part, value }: AnalysedPart): unknown {
  if (part.lang === 'markdown' || !mayRound(part.text)) return value;
  if (part.lang === 'yaml') return parseYamlBigInts(part.text);
  try {
    return parseJsonBigInts(part.text);
  } catch {
    return value;
  }
}

// After an edit in a large envelope, the drafts of its other elements are the same objects.
const entryOf = memoizeLastByObject((draft: Draft, part: string): Entry => ({ ...draft, part }));
