import type { IndexedRun } from '../../runs/assembly/indexedRun';
import type { ReplayOverview, ReplayQuestions } from '../../shared/replay';
import { isLive } from '../runs/shownStatus';
import { numberText } from '../runs/words';
import { columnsOf, memoizePerRun, type ReplayContext } from './context/replayContext';
import { conversationScope } from './conversation/conversationScope';
import { hasSeveralAgents } from './graph/graph';
import { runFigures } from './metrics/runFigures';
import { runBrief } from './runBrief';
import { hasWhy } from './state/why';
import { activeLength, idleGaps } from './timeline/idleGaps';
import { laneChoices } from './timeline/lanes';
import { workSpans } from './timeline/workSpans';

/** The data about the run as a whole, which is the same for all steps. */
export function overview(
  replay: ReplayContext,
  _params: ReplayQuestions['overview']['params'],
): ReplayQuestions['overview']['answer'] {
  const { run, reader, others, now } = replay;
  const { summary } = run;
  const { count, length, origin, cached = 0 } = columnsOf(run);
  const brief = runBrief(summary, reader, now);
  const { tokens } = runFigures(run);
  return {
    run: brief,
    revision: memoizePerRun(run, nextRevision),
    othersRevision: others.revision(),
    live: brief.status === 'running' || isLive(summary, now),
    ...(tokens !== undefined && { tokens: numberText(tokens) }),
    ...(cached > 0 && { cachedTokens: numberText(cached) }),
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

/** A value unique to each summary of the run, even if another thread generated earlier ones. */
function nextRevision({ summary: { changedAt, steps } }: IndexedRun): string {
  return `${changedAt}.${steps}.${++revisions}`;
}

let revisions = 0;

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
