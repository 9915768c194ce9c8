import type { Context } from '../../analysis/analyse';
import { ruleSeverity } from '../../analysis/findingsToProblems';
import { familiesWithIds } from '../../families/familyOfKind';
import type { CheckedRun, RunEnvelope, RunFile, RunRule, RunStep } from '../../model/rule';
import { runSteps, type WorkInSteps } from '../../shared/workInSteps';
import { lruCache, memoizeByObject } from '../../text/memoize';
import { originalOf } from '../assembly/continuedRuns';
import { folderRuns } from '../assembly/folderRuns';
import { orderedSteps } from '../assembly/orderedSteps';
import { type RunPiece, type StepRef, stepStart } from '../assembly/stepRef';
import { folderOf } from '../index/recordStore';
import { type Entry, type FileRecord, familyOf, sureEntries } from '../reading/fileRecord';
import { logsApart } from './assignEnvelopesToRuns';
import { canFollow, followedLogs, type JudgedLog, judgeLogInSteps, type LogJudge } from './judgeLog';
import { exceedsRunRuleLimits, type RunRuleFile } from './runRuleFiles';
import {
  type Answers,
  askAbout,
  type FindingsByFile,
  foundInRun,
  type Judgement,
  type JudgeRunsOptions,
  judgementAfterEdit,
} from './runRuleFindings';

type JudgeContext = Pick<Context, 'families' | 'severities'>;

/**
 * Checks the workflow runs in some files of one folder with run rules (rules about several envelopes of a run), and returns the findings of each
 * file. The index passes all files of the folder. For an open file, or a file on the command line, the caller passes this file and the files of
 * its folder that may belong to the same runs. The last results are cached, since most edits change nothing that a run rule looks at.
 */
export function judgeRuns(
  files: readonly RunRuleFile[],
  context: JudgeContext,
  options: JudgeRunsOptions,
): FindingsByFile {
  return runSteps(judgeRunsInSteps(files, context, options));
}

/** Like `judgeRuns`, in steps: one for each file, for the grouping into runs, for each run, and for each of its rules. */
export function* judgeRunsInSteps(
  files: readonly RunRuleFile[],
  context: JudgeContext,
  { isWhole, of }: JudgeRunsOptions,
): WorkInSteps<FindingsByFile> {
  const exceeds = exceedsRunRuleLimits(files.map(({ record }) => record));
  if (exceeds && of === undefined) return yield* judgeLongLogs(files, context);
  const judged = exceeds ? files.filter(({ record }) => record.uri === of) : files;
  const [first] = judged;
  if (!first) return NONE;
  const isLong = exceeds && exceedsRunRuleLimits(judged.map(({ record }) => record));
  const options = { isWhole: isWhole && !exceeds, of };
  const remembered = judgements(context);
  const key = of ?? folderOf(first.record.uri);
  const before = remembered.get(key);
  const now: Remembered = { judges: new Map(), judgement: before?.judgement };
  remembered.set(key, now);
  const apart = isLong ? NO_LOGS : followedApart(judged, context, of);
  const findings: Judgement['findings'] = new Map();
  const together: RunRuleFile[] = [];
  for (const file of judged) {
    const { uri } = file.record;
    const judge = before?.judges.get(uri);
    if (judge) now.judges.set(uri, judge);
    const found = apart.has(file.record)
      ? yield* judgeLogInSteps(logOfRecord(file), context, { judges: now.judges })
      : undefined;
    if (!found) together.push(file);
    else if (found.length > 0) findings.set(uri, [...found]);
  }
  if (together.length === 0 || (of !== undefined && !together.some(({ record }) => record.uri === of))) return findings;
  now.judgement =
    (before?.judgement && judgementAfterEdit(before.judgement, together, options)) ??
    (yield* newJudgement(together, context, { ...options, isLong }));
  if (findings.size === 0) return now.judgement.findings;
  return new Map([...now.judgement.findings, ...findings]);
}

/** The logs, of all of these files or of one, whose runs are in no other file, and that all rules of their envelopes follow. */
function followedApart(
  files: readonly RunRuleFile[],
  { families }: JudgeContext,
  of: string | undefined,
): ReadonlySet<FileRecord> {
  const apart = logsApart(
    files.map(({ record }) => record),
    of,
  );
  const isFollowed = ({ ids }: { ids: ReadonlySet<string> }) => familiesWithIds(families, ids).every(canFollow);
  return new Set(apart.flatMap(log => (isFollowed(log) ? [log.record] : [])));
}

/** Judges files that are too many, or too long, to be judged together: each log that is too long by itself, by the rules that can follow a log. */
function* judgeLongLogs(files: readonly RunRuleFile[], context: JudgeContext): WorkInSteps<FindingsByFile> {
  const findings: Judgement['findings'] = new Map();
  for (const file of files) {
    const { uri, size } = file.record;
    if (size > MAX_FOLLOWED_SIZE || !exceedsRunRuleLimits([file.record])) continue;
    const found =
      (yield* judgeLogInSteps(logOfRecord(file), context, { judges: followedLogs(context) })) ??
      (yield* newJudgement([file], context, { isWhole: false, isLong: true })).findings.get(uri);
    if (found && found.length > 0) findings.set(uri, [...found]);
  }
  return findings;
}

/** The maximum size of a log that is followed while it is closed, in bytes: lines with problems are read from its text. */
const MAX_FOLLOWED_SIZE = 64_000_000;

function logOfRecord({ record, valueIn }: RunRuleFile): JudgedLog {
  const entries = sureEntries(record);
  const entryAt = (item: number) => entries[item] as Entry;
  return {
    uri: record.uri,
    items: entries,
    count: entries.length,
    partOf: item => entryAt(item).part,
    draftsOf: item => [entryAt(item)],
    valueOf: item => valueIn(entryAt(item).part),
    itemAt: entryAt,
    sourceOf: entryAt,
    kindOf: item => entryAt(item).kind,
  };
}

const NONE: FindingsByFile = new Map();
const NO_LOGS: ReadonlySet<FileRecord> = new Set();

/** The last results, by URI of a file or folder. A context is a new object whenever settings or families change. */
const judgements = memoizeByObject((_: JudgeContext) => lruCache<string, Remembered>({ max: 8 }));

/** Forgets what was judged of a file that is closed. */
export function forgetJudgement(uri: string, context: JudgeContext): void {
  judgements(context).delete(uri);
  followedLogs(context).delete(uri);
}

interface Remembered {
  /** The judges of the logs that are judged by themselves. */
  judges: Map<string, LogJudge>;
  /** The judgement of all other files. */
  judgement: Judgement | undefined;
}

function* newJudgement(
  files: readonly RunRuleFile[],
  context: JudgeContext,
  { isLong, ...options }: JudgeRunsOptions & { isLong: boolean },
): WorkInSteps<Judgement> {
  const { runs, answers } = yield* runsToCheck(files, options);
  const findings: Judgement['findings'] = new Map();
  for (const run of runs) yield* addFindings(findings, run, { ...context, isLong });
  return { options, files: files.map(({ record }) => record), answers, findings };
}

/**
 * Checks a run by the rules of its envelopes' families that the settings enable; adds the findings by file.
 *
 * @param isLong only by the rules that can follow a log of any length
 */
function* addFindings(
  findings: Judgement['findings'],
  run: CheckedRun,
  { families, severities, isLong }: JudgeContext & { isLong: boolean },
): WorkInSteps<void> {
  const ids = new Set(
    run.steps.flatMap(({ draft, answer }) => (answer ? [familyOf(draft), familyOf(answer.draft)] : familyOf(draft))),
  );
  const rules = new Set<RunRule>(familiesWithIds(families, ids).flatMap(({ runRules }) => runRules));
  for (const { id, severity, check, follow } of rules) {
    if (isLong && !follow) continue;
    const configured = ruleSeverity(severities, id);
    if (configured === 'off') continue;
    check(run, finding => {
      const { uri } = finding.at.file;
      const own = findings.get(uri) ?? [];
      if (!findings.has(uri)) findings.set(uri, own);
      own.push(...foundInRun(finding, { id, severity, configured }, families));
    });
    yield;
  }
}

/**
 * Returns the runs of the files of one folder, in the form that rules check. A log of calls and a log of their results form one run if an
 * answer in one belongs to a request in the other.
 *
 * @returns the runs, and the answers to the rules' questions about them, which are added while the rules run
 */
function* runsToCheck(
  files: readonly RunRuleFile[],
  { isWhole, of }: JudgeRunsOptions,
): WorkInSteps<{ runs: CheckedRun[]; answers: Answers }> {
  const envelopes = new Map<Entry, RunEnvelope>();
  const answers: Answers = new Map();
  for (const file of files) {
    addEnvelopes(envelopes, file, answers);
    yield;
  }
  const runs = linked(folderRuns(files.map(({ record }) => record)));
  yield;
  const lone = runs.flatMap(({ id, refs }) => (id === undefined ? refs.map(({ entry }) => envelopeOf(entry)) : []));
  const isOfFile = ({ record, answer }: StepRef) => record.uri === of || answer?.record.uri === of;
  const wanted = of === undefined ? runs : runs.filter(({ refs }) => refs.some(isOfFile));
  const checked: CheckedRun[] = [];
  for (const { refs } of wanted) {
    const [first] = refs;
    checked.push({
      steps: orderedSteps(refs).refs.map(({ entry, answer }): RunStep => {
        const step: RunStep = envelopeOf(entry);
        // An envelope is the same object in every run.
        if (answer) step.answer = envelopeOf(answer.entry);
        return step;
      }),
      isOrdered: refs.every(ref => ref.record === first?.record) || refs.every(ref => stepStart(ref) !== undefined),
      isWhole,
      lone,
    });
    yield;
  }
  return { runs: checked, answers };

  function envelopeOf(entry: Entry): RunEnvelope {
    return envelopes.get(originalOf(entry)) as RunEnvelope;
  }
}

function addEnvelopes(envelopes: Map<Entry, RunEnvelope>, from: RunRuleFile, answers: Answers): void {
  const { record } = from;
  const entries = sureEntries(record);
  const file: RunFile = { uri: record.uri, isLog: entries.some(({ part }) => part !== entries[0]?.part) };
  let before: RunStep | undefined;
  for (const [place, draft] of entries.entries()) {
    const { part } = draft;
    const ask: RunEnvelope['ask'] = question => askAbout(draft, from, { answers, question });
    const envelope: RunEnvelope = { draft, file, part, place, ask };
    if (before) envelope.before = before;
    envelopes.set(draft, envelope);
    before = envelope;
  }
}

/** Joins runs without an id if an answer in one file belongs to a request in another. */
function linked(pieces: readonly RunPiece[]): Pick<RunPiece, 'id' | 'refs'>[] {
  const heads = new Map<string, string>();
  const headOf = (key: string): string => {
    let head = key;
    for (let next = heads.get(head); next !== undefined; next = heads.get(head)) head = next;
    return head;
  };
  for (const { id, space, refs } of pieces) {
    if (id !== undefined) continue;
    for (const { record, answer } of refs) {
      if (!answer || answer.record === record) continue;
      const [one, other] = [headOf(keyOf(space, record.uri)), headOf(keyOf(space, answer.record.uri))];
      if (one !== other) heads.set(other, one);
    }
  }
  const runs = new Map<string, Pick<RunPiece, 'id' | 'refs'>>();
  for (const piece of pieces) {
    const { id, space, file = '', refs } = piece;
    const key = id === undefined ? headOf(keyOf(space, file)) : `${space}\0\0${id}`;
    const run = runs.get(key);
    if (run) run.refs = run.refs.concat(refs);
    else runs.set(key, { refs, ...(id !== undefined && { id }) });
  }
  return [...runs.values()];
}

function keyOf(space: string, file: string): string {
  return `${space}\0${file}`;
}
