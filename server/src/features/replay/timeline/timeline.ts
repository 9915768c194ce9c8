import type { IndexedRun } from '../../../runs/assembly/indexedRun';
import type { ReplayQuestions, Timeline, TimelineLane } from '../../../shared/replay';
import { memoizeByVersion } from '../../../text/memoize';
import { plain } from '../../runs/words';
import { memoizePerRun, type ReplayContext } from '../context/replayContext';
import type { Lanes } from './lanes';
import { timelineArrows } from './timelineArrows';
import { timelineBars } from './timelineBars';
import { type TimelineRows, timelineRows } from './timelineRows';
import { type TimelineWindow, timelineWindow } from './timelineWindow';

/** A window of the timeline: the bars of the visible lanes, and the arrows that begin or end there. */
export function timeline(
  { run }: ReplayContext,
  params: ReplayQuestions['timeline']['params'],
): ReplayQuestions['timeline']['answer'] {
  const rows = timelineRows(run, params.axis, params.folded, params.by);
  const view = timelineWindow(params, rows.lanes.length);
  // The overview asks for the whole run again and again, which takes the longest.
  return memoizePerRun(run, createCache)(JSON.stringify(view), rows, () => visibleTimeline(run, rows, view));
}

function createCache() {
  return memoizeByVersion<Timeline>(MOST_REMEMBERED);
}

const MOST_REMEMBERED = 4;

function visibleTimeline(run: IndexedRun, rows: TimelineRows, view: TimelineWindow): Timeline {
  return {
    heights: Array.from(rows.heights),
    lanes: timelineBars(run, rows, view).map((bars, index): TimelineLane => {
      const lane = view.first + index;
      const { name, nameless, icon, steps } = rows.lanes[lane] as Lanes['lanes'][number];
      return { lane, name: plain(name) || 'agent', ...(nameless && { nameless }), ...(icon && { icon }), steps, bars };
    }),
    arrows: timelineArrows(run, rows, view),
  };
}
