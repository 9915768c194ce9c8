import type { StepBrief } from '../../model/replay';
import type { IndexedRun } from '../../runs/indexedRun';
import { marksOf } from '../../runs/runColumns';
import { durationText } from '../../text/durationText';
import { timeOfDay } from '../runs/localTime';
import { plain } from '../runs/words';
import { columnsOf, once, type Replay } from './replay';

/** A step in a line. Throws RangeError where there is none. */
export function stepBrief({ run }: Pick<Replay, 'run'>, step: number): StepBrief {
  const { title, agent, peer, outcome, confidence, at, duration } = run.step(step);
  const columns = columnsOf(run);
  const time = at === undefined ? '' : timeOfDay(at, once(run, precision));
  return {
    step,
    title: plain(title) || 'step',
    lane: columns.lane[step] as number,
    outcome,
    marks: marksOf(columns.marks[step] as number),
    ...(agent !== undefined && { agent: plain(agent, 40) }),
    ...(peer !== undefined && { peer: plain(peer, 40) }),
    ...(confidence !== undefined && { confidence }),
    ...(time !== '' && { time }),
    ...(duration !== undefined && duration > 0n && { took: durationText(duration) }),
  };
}

/** How exactly the times of a run are told: all alike, so that they can be compared. */
function precision(run: IndexedRun): 'second' | 'millisecond' {
  const { origin = 0n, start, timed } = columnsOf(run);
  const first = Number(origin % SECOND) / 1e6;
  // In microseconds: parts of a millisecond alone are no reason to show it.
  const hasMilliseconds = start.some((at, step) => timed[step] === 1 && Math.round((first + at) * 1000) % 1e6 >= 1000);
  return hasMilliseconds ? 'millisecond' : 'second';
}

const SECOND = 1_000_000_000n;
