import type { Context } from '../../analysis/analyse';
import { findingSpan } from '../../analysis/findingSpan';
import { isSuppressed } from '../../analysis/suppression/isSuppressed';
import type { AnalysedPart, Analysis, Problem } from '../../model/analysis';
import type { Family } from '../../model/family';
import type { Part } from '../../model/part';
import type { Draft } from '../../model/run';
import type { Span } from '../../model/text';
import { isSyntaxProblem } from '../../rules/isSyntaxProblem';
import { jsonTree } from '../../text/json/parseJson';
import { isObject } from '../../text/pointer';
import type { Entry, RunProblem } from '../index/fileRecord';
import type { FolderFindings } from './folderFindings';
import { type RunRuleFinding, runFindings } from './runFindings';
import { exceedsRunRuleLimits, totalsOf } from './runRuleLimits';
import { type RunRuleFile, runsToCheck } from './runsToCheck';
import { readRunRuleFile, type SiblingFiles, siblingFiles } from './siblingFiles';

/**
 * The analysis with the problems that take more than one envelope: those of the runs that its file and the files beside it
 * tell of. While the disk is still being read it is as it was: ask again when the disk has settled. What was found is
 * remembered with the analysis, for as long as the files beside are the same.
 *
 * @param still the file's text where it is as it is on disk, and what is known of the folder that was looked at last
 */
export function withRunProblems(
  analysis: Analysis,
  context: Context,
  still?: { text: string; findings: FolderFindings },
): Analysis {
  const families = context.families.filter(({ runRules }) => runRules.length > 0);
  const { file, parts } = analysis;
  // This is asked for at each keystroke: of a log so long even to find its envelopes would be felt.
  const size = file.lines.reduce((sum, line) => sum + line.length + 1, 0);
  if (exceedsRunRuleLimits({ files: 1, entries: parts.length, size })) return analysis;
  const judged = judgedParts(analysis, families);
  if (judged.length === 0) return analysis;
  const beside = siblingFiles(file.uri, context, families);
  if (!beside) return analysis;
  const known = remembered.get(analysis);
  if (known && known.severities === context.severities && isSame(known.beside, beside)) return known.completed;
  const problems = runProblems(analysis, { judged, size, beside, context, families, ...(still && { still }) });
  const completed = problems.size === 0 ? analysis : { ...analysis, parts: analysis.parts.map(withOwn(problems)) };
  remembered.set(analysis, { beside, completed, severities: context.severities });
  return completed;
}

/**
 * The same of a file that nobody looks at: with the problems that the index found, by the part's id.
 *
 * @param idOf of a part, where it has another one in the file than in the analysis
 */
export function withKnownRunProblems(
  analysis: Analysis,
  inRuns: Readonly<Record<string, readonly RunProblem[]>>,
  idOf: (part: Part) => string = ({ id }) => id,
): Analysis {
  const problems = new Map<AnalysedPart, Problem[]>();
  for (const analysed of analysis.parts) {
    const { part, document } = analysed;
    const id = idOf(part);
    const known = !document && Object.hasOwn(inRuns, id) ? (inRuns[id] ?? []) : [];
    const root = known.length > 0 ? jsonTree(part.text) : undefined;
    const own = known.map(({ rule, severity, message, path, on }): Problem => {
      const span = findingSpan({ path, ...(on && { on }) }, root, part);
      return { rule, severity, message, fixes: [], part, span };
    });
    const unbroken = own.filter(({ span }) => !analysed.problems.some(one => isBroken(one, span)));
    if (unbroken.length > 0) problems.set(analysed, unbroken);
  }
  return problems.size === 0 ? analysis : { ...analysis, parts: analysis.parts.map(withOwn(problems)) };
}

const remembered = new WeakMap<
  Analysis,
  { beside: SiblingFiles; completed: Analysis; severities: Context['severities'] }
>();

function isSame(one: SiblingFiles, other: SiblingFiles): boolean {
  if (one.isWhole !== other.isWhole || one.files.length !== other.files.length) return false;
  return one.files.every((file, index) => file === other.files[index]);
}

interface JudgedPart {
  analysed: AnalysedPart;
  value: Record<string, unknown>;
  family: Family;
}

// Envelopes in the blocks of a document are examples, and what is only read is not judged.
function judgedParts({ file, parts }: Analysis, families: readonly Family[]): JudgedPart[] {
  if (file.lang === 'markdown') return [];
  return parts.flatMap(analysed => {
    const { recognition, value } = analysed;
    if (!recognition?.sure || recognition.kind.readOnly || !isObject(value)) return [];
    const family = families.find(({ kinds }) => kinds.includes(recognition.kind));
    return family ? [{ analysed, value, family }] : [];
  });
}

interface Judging {
  judged: readonly JudgedPart[];
  /** Of the file itself, in characters. */
  size: number;
  beside: SiblingFiles;
  context: Context;
  families: readonly Family[];
  still?: { text: string; findings: FolderFindings };
}

function runProblems(analysis: Analysis, judging: Judging): Map<AnalysedPart, Problem[]> {
  const { file, suppressions = [] } = analysis;
  const parts = new Map(judging.judged.map(one => [one.analysed.part.id, one]));
  const problems = new Map<AnalysedPart, Problem[]>();
  for (const { at, rule, severity, message, fixes = [], ...finding } of findingsIn(file.uri, parts, judging)) {
    const analysed = at.file.uri === file.uri ? parts.get(at.part)?.analysed : undefined;
    // What could not be read to its end has that one problem.
    if (!analysed || analysed.problems.some(isSyntaxProblem)) continue;
    const { part } = analysed;
    const span = findingSpan(finding, jsonTree(part.text), part);
    if (analysed.problems.some(one => isBroken(one, span)) || isSuppressed({ rule, part, span }, suppressions))
      continue;
    const here = problems.get(analysed) ?? [];
    problems.set(analysed, here);
    here.push({ rule, severity, message, fixes, part, span });
  }
  return problems;
}

/** What the rules say of the runs that a file tells of. */
function findingsIn(
  uri: string,
  parts: ReadonlyMap<string, JudgedPart>,
  { judged, size, beside, context, families, still }: Judging,
): readonly RunRuleFinding[] {
  if (still && beside.isWhole && !context.demanded) {
    const all = [readRunRuleFile(uri, still.text, context, families), ...beside.files];
    if (!exceedsRunRuleLimits(totalsOf(all.map(({ record }) => record))))
      return still.findings(all, context).get(uri) ?? [];
  }
  const own: RunRuleFile = {
    record: { uri, entries: judged.flatMap(entriesOf), changedAt: 0, size },
    valueIn: part => parts.get(part)?.value,
  };
  const all = [own, ...beside.files];
  const isMuch = exceedsRunRuleLimits(totalsOf(all.map(({ record }) => record)));
  const runs = runsToCheck(isMuch ? [own] : all, { isWhole: beside.isWhole && !isMuch, of: uri });
  return runs.flatMap(run => runFindings(run, context));
}

// Of a value that breaks the contract nothing more is said.
function isBroken({ rule, span }: Problem, { start, end }: Span): boolean {
  return rule.startsWith('schema/') && span.start === start && span.end === end;
}

function withOwn(found: ReadonlyMap<AnalysedPart, Problem[]>): (part: AnalysedPart) => AnalysedPart {
  return part => {
    const own = found.get(part);
    if (!own) return part;
    return { ...part, problems: [...part.problems, ...own].sort((one, two) => one.span.start - two.span.start) };
  };
}

// After an edit in a log all other lines have the values that they had.
const drafted = new WeakMap<object, { kind: string; drafts: readonly Draft[] }>();

function entriesOf({ analysed, value, family }: JudgedPart): Entry[] {
  const kind = analysed.recognition?.kind;
  if (!kind) return [];
  let known = drafted.get(value);
  if (known?.kind !== kind.id) {
    known = { kind: kind.id, drafts: family.steps?.(value, kind) ?? [] };
    drafted.set(value, known);
  }
  return known.drafts.map(draft => ({ ...draft, part: analysed.part.id }));
}
