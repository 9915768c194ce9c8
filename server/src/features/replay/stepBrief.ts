import type { StepBrief } from '../../model/replay';
import { marksOf } from '../../runs/runColumns';
import { durationText } from '../../text/durationText';
import { timeOfDay } from '../runs/localTime';
import { plain } from '../runs/words';
import { columnsOf, type Replay } from './replay';

/** A step in a line. Throws RangeError where there is none. */
export function stepBrief({ run }: Pick<Replay, 'run'>, step: number): StepBrief {
  const { title, agent, peer, outcome, confidence, at, duration } = run.step(step);
  const columns = columnsOf(run);
  const time = at === undefined ? '' : timeOfDay(at);
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
