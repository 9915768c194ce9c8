import type { Context } from '../../analysis/analyse';
import { ruleSeverity } from '../../analysis/findingsToProblems';
import { familiesWithIds } from '../../families/familyOfKind';
import type { Family } from '../../model/family';
import type { RunEnvelope, RunFile, RunFinding, RunFollower, RunRule } from '../../model/rule';
import type { Draft } from '../../model/run';
import type { WorkInSteps } from '../../shared/workInSteps';
import { lruCache, memoizeByObject } from '../../text/memoize';
import { familyOf } from '../reading/fileRecord';
import { assignEnvelopesToRuns, type LogRunHints, type LogRuns } from './assignEnvelopesToRuns';
import { type Answer, foundInRun, isAnsweredAlike, isSameForRules, type RunRuleFinding } from './runRuleFindings';

type JudgeContext = Pick<Context, 'families' | 'severities'>;

/** The lines or entries of a log, in file order. Run rules, which compare the envelopes of a run, check them. */
export interface JudgedLog {
  uri: string;
  /** All items: the same object as in an earlier version of the log if none has changed. */
  items: object;
  /** The number of items: lines, or entries. */
  count: number;
  /** The id of the part that an item is, or is in. */
  partOf(item: number): string;
  /** Reads the drafts of an item. Called once for each item, unless the log is judged anew. */
  draftsOf(item: number): readonly Draft[];
  valueOf(item: number): unknown;
  /** The item itself: unchanged if it is the same object as in an earlier version of the log. */
  itemAt(item: number): unknown;
  /** The source of an item's drafts, and their kind: if both are the same objects, the drafts are unchanged. */
  sourceOf(item: number): unknown;
  kindOf(item: number): string | undefined;
}

/** Returns whether all run rules of a family follow a log. */
export function canFollow({ runRules }: Pick<Family, 'runRules'>): boolean {
  return runRules.every(({ follow }) => follow);
}

interface Options {
  /** The judges of logs, by URI, which judge a log again after it has grown; undefined for a log that is judged once. */
  judges: LogJudges | undefined;
}

export interface LogJudges {
  get(uri: string): LogJudge | undefined;
  set(uri: string, judge: LogJudge): void;
  delete(uri: string): void;
}

/**
 * Judges the runs of one log by the rules that follow it, envelope by envelope. What a grown log has in addition is judged with
 * what is remembered of the rest. Undefined if the run of an envelope can't be told in one pass.
 */
export function* judgeLogInSteps(
  log: JudgedLog,
  context: JudgeContext,
  { judges }: Options,
): WorkInSteps<readonly RunRuleFinding[] | undefined> {
  let judge = judges?.get(log.uri)?.continued(log);
  const hints = judge?.hints ?? { named: new Map(), opened: new Map() };
  for (;;) {
    judge ??= logJudge(context, log, hints);
    const outcome = yield* judge.run(log);
    if (outcome !== 'again') {
      judges?.set(log.uri, judge);
      return outcome === 'done' ? judge.findings() : undefined;
    }
    judge = undefined;
  }
}

/** Returns the judges of the last judged logs. */
export const followedLogs = memoizeByObject((_: JudgeContext): LogJudges => lruCache<string, LogJudge>({ max: 16 }));

export interface LogJudge {
  /** Judges the items that this judge has not seen yet. */
  run(log: JudgedLog): WorkInSteps<'done' | 'again' | 'unknown'>;
  findings(): readonly RunRuleFinding[];
  /** Returns the judge if all that it has seen is in this version of the log, but for what no rule looks at. */
  continued(log: JudgedLog): LogJudge | undefined;
  hints: LogRunHints;
}

function logJudge(context: JudgeContext, first: JudgedLog, hints: LogRunHints): LogJudge {
  const file: RunFile = { uri: first.uri, isLog: true };
  const found: RunRuleFinding[] = [];
  /** By item. */
  const answers = new Map<number, { draft: number; known: Answer[] }[]>();
  const runs: Followed[] = [];
  let assigned = startRuns();
  let log = first;
  let seen = 0;
  let place = 0;
  let isUnknown = false;

  function startRuns(): LogRuns<Followed> {
    return assignEnvelopesToRuns<Followed>(() => {
      const run: Followed = new Map();
      runs.push(run);
      return run;
    }, hints);
  }

  function followersIn(run: Followed, family: string): readonly RunFollower[] {
    let followers = run.get(family);
    if (!followers) {
      const rules = rulesOf(family);
      followers = rules.map(rule => rule.follow(reporter(rule, found)));
      run.set(family, followers);
    }
    return followers;
  }

  const rulesByFamily = new Map<string, readonly FollowingRule[]>();

  function rulesOf(family: string): readonly FollowingRule[] {
    let rules = rulesByFamily.get(family);
    if (!rules) {
      const all = familiesWithIds(context.families, new Set([family])).flatMap(({ runRules }) => runRules);
      rules = all.filter(
        (rule): rule is FollowingRule =>
          rule.follow !== undefined && ruleSeverity(context.severities, rule.id) !== 'off',
      );
      rulesByFamily.set(family, rules);
    }
    return rules;
  }

  function reporter({ id, severity }: RunRule, into: RunRuleFinding[]): (finding: RunFinding) => void {
    const configured = ruleSeverity(context.severities, id) as RunRuleFinding['severity'] | undefined;
    return finding => into.push(...foundInRun(finding, { id, severity, configured }, context.families));
  }

  function envelopeOf(draft: Draft, item: number, index: number): RunEnvelope {
    const ask: RunEnvelope['ask'] = question => {
      const title = log.draftsOf(item)[index]?.title ?? '';
      const answer = question({ title, value: () => log.valueOf(item) });
      const ofItem = answers.get(item) ?? [];
      answers.set(item, ofItem);
      let ofDraft = ofItem.find(one => one.draft === index);
      if (!ofDraft) {
        ofDraft = { draft: index, known: [] };
        ofItem.push(ofDraft);
      }
      ofDraft.known.push({ question, answer });
      return answer;
    };
    return { draft, file, part: log.partOf(item), place: place++, ask };
  }

  /** Returns whether rules would say of an item what they said of it before. */
  function isSameItem(item: number, now: JudgedLog): boolean {
    if (log.partOf(item) !== now.partOf(item)) return false;
    const [before, after] = [log.draftsOf(item), now.draftsOf(item)];
    if (before.length !== after.length || !before.every((one, at) => isSameForRules(one, after[at]))) return false;
    return (answers.get(item) ?? []).every(({ draft, known }) =>
      isAnsweredAlike({ title: after[draft]?.title ?? '', value: () => now.valueOf(item) }, known),
    );
  }

  const judge: LogJudge = {
    hints,
    *run(now) {
      log = now;
      if (isUnknown) return 'unknown';
      for (; seen < log.count; seen++) {
        const drafts = log.draftsOf(seen);
        for (let index = 0; index < drafts.length; index++) {
          const draft = drafts[index] as Draft;
          const run = assigned.next(draft);
          if (run === 'again') return 'again';
          if (!run) {
            isUnknown = true;
            // Frees all data except the result for further calls: the log can't be followed.
            assigned = startRuns();
            runs.length = 0;
            return 'unknown';
          }
          const followers = followersIn(run, familyOf(draft));
          if (followers.length === 0) continue;
          const envelope = envelopeOf(draft, seen, index);
          for (const follower of followers) follower.next(envelope);
        }
        yield;
      }
      return 'done';
    },
    findings() {
      const last: RunRuleFinding[] = [];
      for (const run of runs) {
        for (const [family, followers] of run) {
          const rules = rulesOf(family);
          for (const [at, follower] of followers.entries())
            follower.atEnd?.(reporter(rules[at] as FollowingRule, last));
        }
      }
      return last.length > 0 ? [...found, ...last] : found;
    },
    continued(now) {
      if (now.items === log.items) return judge;
      if (now.count < seen) return undefined;
      let changed = 0;
      for (let item = 0; item < seen; item++) {
        if (isUnchanged(item, log, now)) continue;
        if (++changed > MOST_CHANGED || !isSameItem(item, now)) return undefined;
      }
      return judge;
    },
  };
  return judge;
}

function isUnchanged(item: number, before: JudgedLog, now: JudgedLog): boolean {
  if (before.itemAt(item) === now.itemAt(item)) return true;
  return (
    before.sourceOf(item) === now.sourceOf(item) &&
    before.kindOf(item) === now.kindOf(item) &&
    before.partOf(item) === now.partOf(item)
  );
}

/** The followers of the rules of the families of a run. */
type Followed = Map<string, readonly RunFollower[]>;
type FollowingRule = RunRule & Required<Pick<RunRule, 'follow'>>;

/** The most items that an edit changes where a log is not judged anew. */
const MOST_CHANGED = 100;
