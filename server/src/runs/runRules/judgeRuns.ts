import type { Context } from '../../analysis/analyse';
import { ruleSeverity } from '../../analysis/severities';
import type { CheckedRun, RunRule } from '../../model/rule';
import { lruCache } from '../../shared/lruCache';
import { runSteps, type Steps } from '../../shared/steps';
import { memoizeByObject } from '../../text/memoize';
import { folderOf } from '../index/recordStore';
import { familyOf } from '../reading/fileRecord';
import { type FindingsByFile, type Judgement, type JudgeRunsOptions, judgementAfterEdit } from './judgement';
import type { RunRuleFile } from './runRuleFile';
import { exceedsRunRuleLimits } from './runRuleLimits';
import { runsToCheck } from './runsToCheck';

type JudgeContext = Pick<Context, 'families' | 'severities'>;

/**
 * Judges the runs of one folder: the only place where run rules are checked. The index passes the records of a folder; an
 * open file or one on the command line comes with its siblings. The last judgements are remembered: most edits change
 * nothing that a rule looks at.
 */
export function judgeRuns(
  files: readonly RunRuleFile[],
  context: JudgeContext,
  options: JudgeRunsOptions,
): FindingsByFile {
  return runSteps(judgeRunsInSteps(files, context, options));
}

/** The same in steps: for each file, for the grouping into runs, for each run, and for each of its rules. */
export function* judgeRunsInSteps(
  files: readonly RunRuleFile[],
  context: JudgeContext,
  { isWhole, of }: JudgeRunsOptions,
): Steps<FindingsByFile> {
  const exceeds = exceedsRunRuleLimits(files.map(({ record }) => record));
  if (exceeds && of === undefined) return NONE;
  const judged = exceeds ? files.filter(({ record }) => record.uri === of) : files;
  const [first] = judged;
  if (!first) return NONE;
  const options = { isWhole: isWhole && !exceeds, of };
  const remembered = judgements(context);
  const key = of ?? folderOf(first.record.uri);
  const before = remembered.get(key);
  const judgement =
    (before && judgementAfterEdit(before, judged, options)) ?? (yield* newJudgement(judged, context, options));
  remembered.set(key, judgement);
  return judgement.findings;
}

const NONE: FindingsByFile = new Map();

/** Of the files and folders judged last, by URI. A context is a new object whenever settings or families change. */
const judgements = memoizeByObject((_: JudgeContext) => lruCache<string, Judgement>({ max: 8 }));

function* newJudgement(
  files: readonly RunRuleFile[],
  context: JudgeContext,
  options: JudgeRunsOptions,
): Steps<Judgement> {
  const { runs, answers } = yield* runsToCheck(files, options);
  const findings: Judgement['findings'] = new Map();
  for (const run of runs) yield* addFindings(findings, run, context);
  return { options, files: files.map(({ record }) => record), answers, findings };
}

/** Checks a run by the rules of the families of its envelopes, under the settings. */
function* addFindings(
  findings: Judgement['findings'],
  run: CheckedRun,
  { families, severities }: JudgeContext,
): Steps<void> {
  const ids = new Set(
    run.steps.flatMap(({ draft, answer }) => (answer ? [familyOf(draft), familyOf(answer.draft)] : familyOf(draft))),
  );
  const rules = new Set<RunRule>(families.flatMap(({ id, runRules }) => (ids.has(id) ? runRules : [])));
  for (const { id, severity, check } of rules) {
    const configured = ruleSeverity(severities, id);
    if (configured === 'off') continue;
    check(run, ({ at, ...finding }) => {
      const own = findings.get(at.file.uri) ?? [];
      findings.set(at.file.uri, own);
      own.push({
        ...finding,
        part: at.part,
        kind: at.draft.kind,
        rule: id,
        severity: configured ?? finding.severity ?? severity,
      });
    });
    yield;
  }
}
