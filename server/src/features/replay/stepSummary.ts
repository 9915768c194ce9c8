import type { IndexedRun } from '../../runs/assembly/indexedRun';
import { callsTool, marksOf } from '../../runs/columnarSteps';
import { t } from '../../shared/l10n';
import type { StepBrief } from '../../shared/replay/index';
import { durationText } from '../../shared/times';
import { usageText } from '../runs/stepTreeNode';
import { kindIcon } from '../runs/treeIcons';
import { plain, timeOfDay } from '../runs/treeNodeTexts';
import { columnsOf, memoizePerRun, type ReplayedRun } from './replayedRun';
import { workSpans } from './timelineLanes';

/** Returns the one-line summary of a step of a workflow run. Throws RangeError if there is no such step. */
export function stepSummary({ run }: Pick<ReplayedRun, 'run'>, step: number): StepBrief {
  const { title, kind, agent, peer, model, outcome, confidence, effects, at } = run.step(step);
  const columns = columnsOf(run);
  const time = at === undefined ? '' : timeOfDay(at, memoizePerRun(run, precision));
  const took = stepDurationText(run, step);
  const usage = usageText(effects);
  return {
    step,
    title: plain(title) || t`step`,
    icon: kindIcon(kind, callsTool(effects)),
    lane: columns.lane[step] as number,
    outcome,
    marks: marksOf(columns.marks[step] as number),
    ...(agent !== undefined && { agent: plain(agent, 40) }),
    ...(peer !== undefined && { peer: plain(peer, 40) }),
    ...(confidence !== undefined && { confidence }),
    ...(time !== '' && { time }),
    ...(took !== undefined && { took }),
    ...(model !== undefined && { model: plain(model, 40) }),
    ...(usage !== undefined && { usage }),
  };
}

/**
 * Returns a step's recorded duration, otherwise the time in which the step and its nested steps ran; undefined if neither is
 * known.
 */
export function stepDurationText(run: IndexedRun, index: number): string | undefined {
  const { duration } = run.step(index);
  const { from, to } = workSpans(run);
  const took = duration ?? BigInt(Math.round(((to[index] as number) - (from[index] as number)) * 1e6));
  return took > 0n ? durationText(took) : undefined;
}

/** Returns the precision of a run's times: the same for all steps, for comparison. */
function precision(run: IndexedRun): 'second' | 'millisecond' {
  const { origin = 0n, start, timed } = columnsOf(run);
  const first = Number(origin % SECOND) / 1e6;
  // In microseconds: a fraction of a millisecond is no reason to show milliseconds.
  const hasMilliseconds = start.some((at, step) => timed[step] === 1 && Math.round((first + at) * 1000) % 1e6 >= 1000);
  return hasMilliseconds ? 'millisecond' : 'second';
}

const SECOND = 1_000_000_000n;
