import type { RunSummary } from '../../model/run';
import type { IndexedRun } from '../../runs/assembly/indexedRun';
import { formatNumber, t } from '../../shared/l10n';
import type { ReplayAnswer, ReplayOverview, ReplayParams, RunBrief } from '../../shared/replay/index';
import { durationText } from '../../shared/times';
import { isLive, lastStepText, shownStatus } from '../runs/treeIcons';
import { dayOf, familyTitle, plain, timeOfDay, zoneOf } from '../runs/treeNodeTexts';
import { hasSeveralAgents } from './handoffGraph';
import { activeLength, idleGaps } from './idleGaps';
import { hasWhy } from './reasonsOfStep';
import { columnsOf, type EnvelopeReader, memoizePerRun, type ReplayedRun } from './replayedRun';
import { conversationScope } from './runConversation';
import { runMetricValues } from './runMetricValues';
import { laneChoices, workSpans } from './timelineLanes';

/** Returns what the replay page shows about a workflow run as a whole, whichever step is selected. */
export function runOverview(replay: ReplayedRun, _params: ReplayParams<'overview'>): ReplayAnswer<'overview'> {
  const { run, reader, others, now } = replay;
  const { summary } = run;
  const { count, length, origin, cached = 0 } = columnsOf(run);
  const { started, ...brief } = runBrief(summary, reader, now);
  const { tokens } = runMetricValues(run);
  return {
    run: { ...brief, ...(started !== undefined && { started: `${started} ${zoneOf(summary.startedAt)}` }) },
    revision: memoizePerRun(run, nextRevision),
    othersRevision: others.revision(),
    live: brief.status === 'running' || isLive(summary, now),
    ...(tokens !== undefined && { tokens: formatNumber(tokens) }),
    ...(cached > 0 && { cachedTokens: formatNumber(cached) }),
    ...laneChoices(run),
    extent: { even: count, time: length, active: activeLength(run) },
    idle: [...idleGaps(run)],
    ...(origin !== undefined && { startedAt: Number(origin) / 1e6 }),
    has: {
      ...memoizePerRun(run, shows),
      ...conversationScope(replay),
      others: others.summaries().some(({ key }) => key !== summary.key),
    },
  };
}

/** Returns a new revision, which no other summary of the run has, not even one from another thread or an earlier process. */
function nextRevision({ summary: { changedAt, steps } }: IndexedRun): string {
  return `${changedAt}.${steps}.${++revisions}`;
}

let revisions = Date.now();

function shows(run: IndexedRun): Omit<ReplayOverview['has'], 'others' | 'conversation'> {
  const { parent, kinds, tokens, cost, confidence } = columnsOf(run);
  const { from, to } = workSpans(run);
  const isNumber = (value: number) => !Number.isNaN(value);
  return {
    durations: 3 * from.filter((begun, step) => (to[step] as number) > begun).length > from.length,
    nested: parent.some(above => above >= 0),
    handoffs: hasSeveralAgents(run),
    why: kinds.some(hasWhy),
    usage: tokens.some(isNumber) || cost.some(isNumber),
    confidence: confidence.some(isNumber),
  };
}

/**
 * Returns a run's one-line summary.
 *
 * @param now in milliseconds since 1970
 */
export function runBrief(summary: RunSummary, { fileOf }: Pick<EnvelopeReader, 'fileOf'>, now: number): RunBrief {
  const { key, id, title, reason, steps, agents, problems, startedAt, endedAt, files } = summary;
  const started = startedAt === undefined ? '' : [dayOf(startedAt), timeOfDay(startedAt).slice(0, -3)].join(' ').trim();
  const took = startedAt === undefined || endedAt === undefined ? 0n : endedAt - startedAt;
  const lastStep = lastStepText(summary, now);
  return {
    key,
    id: plain(id),
    title: plain(title) || plain(id) || t`run`,
    family: familyTitle(summary),
    status: shownStatus(summary, now),
    ...(lastStep !== undefined && { lastStep }),
    ...(reason !== undefined && { reason: plain(reason, 400) }),
    steps,
    agents: agents.length,
    problems: { ...problems },
    ...(started !== '' && { started }),
    ...(took > 0n && { took: durationText(took) }),
    files: files.slice(0, MOST_FILES).map(uri => plain(fileOf(uri), 200)),
  };
}

const MOST_FILES = 20;
