import type { ReplayQuestions, TimelineLane } from '../../model/replay';
import { plain } from '../runs/words';
import { columnsOf, type Replay } from './replay';
import { timelineArrows } from './timelineArrows';
import { timelineBars } from './timelineBars';
import { timelineRows } from './timelineRows';
import { timelineView } from './timelineView';

/** A piece of the timeline: the bars of the lanes in view, and the arrows that begin or end there. */
export function timeline(
  { run }: Replay,
  params: ReplayQuestions['timeline']['params'],
): ReplayQuestions['timeline']['answer'] {
  const { lanes } = columnsOf(run);
  const rows = timelineRows(run, params.axis, params.folded);
  const view = timelineView(params, lanes.length);
  return {
    heights: Array.from(rows.heights),
    lanes: timelineBars(run, rows, view).map((bars, index): TimelineLane => {
      const lane = view.first + index;
      const { name, nameless, steps } = lanes[lane] as (typeof lanes)[number];
      return { lane, name: plain(name) || 'agent', ...(nameless && { nameless }), steps, bars };
    }),
    arrows: timelineArrows(run, rows, view),
  };
}
