import type { Context } from '../../analysis/analyse';
import { breaksSchema } from '../../analysis/envelopeProblems';
import { findingSpan } from '../../analysis/findings';
import { isSuppressed } from '../../analysis/suppressions';
import { familyOfKind, hasRunRules } from '../../families/familyOfKind';
import type { AnalysedPart, Analysis, Problem } from '../../model/analysis';
import type { Family } from '../../model/family';
import type { Draft } from '../../model/run';
import type { Part } from '../../model/text';
import { partTree } from '../../parts/rootPart';
import { isSyntaxProblem } from '../../rules/ruleNames';
import { runSteps, type Steps } from '../../shared/steps';
import { textLength } from '../../text/lines';
import { isObject } from '../../text/pointer';
import type { Entry, RunProblem } from '../reading/fileRecord';
import type { RunRuleFinding } from './judgement';
import { judgeRunsInSteps } from './judgeRuns';
import { exceedsRunRuleLimits, fileExceedsRunRuleLimits, type RunRuleFile, readRunRuleFile } from './runRuleFile';
import { type SiblingFiles, siblingFiles } from './siblingFiles';

/**
 * Adds the problems that concern several envelopes to an analysis: the problems in the runs of its file and the file's siblings. Returns
 * the analysis unchanged while the disk is being read: call again when the disk has answered. The result is cached with the analysis while
 * the siblings are the same.
 *
 * @param savedText the file's text if it is known to equal the text on disk; the folder is then checked once for all of its files
 */
export function withRunProblems(analysis: Analysis, context: Context, savedText?: string): Analysis {
  return runSteps(withRunProblemsInSteps(analysis, context, savedText));
}

/** Like `withRunProblems`, in steps. */
export function* withRunProblemsInSteps(analysis: Analysis, context: Context, savedText?: string): Steps<Analysis> {
  const families = context.families.filter(hasRunRules);
  const { file } = analysis;
  const size = textLength(file.lines);
  if (exceedsLimitsAlone(analysis)) return analysis;
  const judged = judgedParts(analysis, families);
  if (judged.length === 0) return analysis;
  const siblings = siblingFiles(file.uri, context, families);
  if (!siblings) return analysis;
  const known = completions.get(analysis);
  if (known && known.severities === context.severities && isSame(known.siblings, siblings)) return known.completed;
  const findings = yield* findingsFor({ uri: file.uri, judged, size, siblings, savedText }, { context, families });
  const byId = new Map(judged.map(({ analysed }) => [analysed.part.id, analysed]));
  const completed = withProblems(analysis, findings, ({ part }) => byId.get(part));
  completions.set(analysis, { siblings, completed, severities: context.severities });
  return completed;
}

/** Returns whether a file is too long for run rules, although it has envelopes that they compare. It then gets no run problems. */
export function isTooLongForRunRules(analysis: Analysis, { families }: Pick<Context, 'families'>): boolean {
  const comparing = families.filter(hasRunRules);
  return exceedsLimitsAlone(analysis) && judgedParts(analysis, comparing).length > 1;
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
    const family = familyOfKind(recognition.kind, families);
    return family && family.runRules.length > 0 ? [{ analysed, value, family }] : [];
  });
}

interface JudgedFile {
  uri: string;
  judged: readonly JudgedPart[];
  /** In characters. */
  size: number;
  siblings: SiblingFiles;
  savedText: string | undefined;
}

function* findingsFor(
  { uri, judged, size, siblings, savedText }: JudgedFile,
  { context, families }: { context: Context; families: readonly Family[] },
): Steps<readonly RunRuleFinding[]> {
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
    const drafts = family.steps?.(value, kind) ?? [];
    known = { kind: kind.id, part, entries: drafts.map(draft => entryOf(draft, part)) };
    entriesIn.set(value, known);
  }
  return known.entries;
}

// After an edit in a large envelope, the drafts of its other elements are the same objects.
const entryByDraft = new WeakMap<Draft, Entry>();

function entryOf(draft: Draft, part: string): Entry {
  let entry = entryByDraft.get(draft);
  if (entry?.part !== part) {
    entry = { ...draft, part };
    entryByDraft.set(draft, entry);
  }
  return entry;
}
