import type { Context } from '../../analysis/analyse';
import { ruleSeverity } from '../../analysis/severities';
import type { CheckedRun, RunFinding, RunRule } from '../../model/rule';
import type { Severity } from '../../model/severity';
import { familyOf } from '../reading/fileRecord';
import type { RunRuleFile } from './runRuleFile';
import { exceedsRunRuleLimits } from './runRuleLimits';
import { runsToCheck } from './runsToCheck';

export type RunRuleFinding = RunFinding & { rule: string; severity: Severity };

/** Findings by file URI. */
type FindingsByFile = ReadonlyMap<string, readonly RunRuleFinding[]>;

type JudgeContext = Pick<Context, 'families' | 'severities'>;

interface JudgeRunsOptions {
  /** All files of the folder are included, so missing envelopes are really missing. */
  isWhole: boolean;
  /**
   * The URI of one of the files: judges only the runs that it takes part in, and only this file where all of them
   * exceed the limits.
   */
  of?: string;
}

/**
 * Judges the runs of one folder: the only place where run rules are checked. The index passes the records of a folder; an
 * open file or one on the command line comes with its siblings.
 */
export function judgeRuns(
  files: readonly RunRuleFile[],
  context: JudgeContext,
  { isWhole, of }: JudgeRunsOptions,
): FindingsByFile {
  const exceeds = exceedsRunRuleLimits(files.map(({ record }) => record));
  if (exceeds && of === undefined) return NONE;
  const judged = exceeds ? files.filter(({ record }) => record.uri === of) : files;
  const found = new Map<string, RunRuleFinding[]>();
  const runs = runsToCheck(judged, { isWhole: isWhole && !exceeds, ...(of !== undefined && { of }) });
  for (const finding of runs.flatMap(run => findingsIn(run, context))) {
    const { uri } = finding.at.file;
    const known = found.get(uri);
    if (known) known.push(finding);
    else found.set(uri, [finding]);
  }
  return found;
}

const NONE: FindingsByFile = new Map();

/**
 * Judges all runs of a folder whose files do not change meanwhile. Remembers the last folder, since its files are
 * requested one by one.
 */
export function judgeFolderOnce(files: readonly RunRuleFile[], context: Context): FindingsByFile {
  const sorted = files.toSorted((one, two) => (one.record.uri < two.record.uri ? -1 : 1));
  const last = lastFolders.get(context);
  if (last?.files.length === sorted.length && sorted.every((file, at) => file === last.files[at])) return last.found;
  const found = judgeRuns(sorted, context, { isWhole: true });
  lastFolders.set(context, { files: sorted, found });
  return found;
}

const lastFolders = new WeakMap<Context, { files: readonly RunRuleFile[]; found: FindingsByFile }>();

/** Checks a run by the rules of the families of its envelopes, under the settings. */
function findingsIn(run: CheckedRun, { families, severities }: JudgeContext): RunRuleFinding[] {
  const ids = new Set(
    run.steps.flatMap(({ draft, answer }) => (answer ? [familyOf(draft), familyOf(answer.draft)] : familyOf(draft))),
  );
  const rules = new Set<RunRule>(families.flatMap(({ id, runRules }) => (ids.has(id) ? runRules : [])));
  const found: RunRuleFinding[] = [];
  for (const { id, severity, check } of rules) {
    const configured = ruleSeverity(severities, id);
    if (configured === 'off') continue;
    check(run, finding => found.push({ ...finding, severity: configured ?? finding.severity ?? severity, rule: id }));
  }
  return found;
}
