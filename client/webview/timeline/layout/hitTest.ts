import type { Timeline } from '../../../../server/src/shared/protocol';
import { barBox, CHEVRON, hasChevron } from './barBox';
import type { FoundBar } from './barFinder';
import type { LaneLayout } from './laneLayout';
import type { Scale } from './scale';

export interface Hit extends FoundBar {
  /** The pointer is on the folding chevron. */
  onChevron: boolean;
}

/** The tolerance for thin bars, in pixels. */
const NEAR = 3;

/**
 * The bar at a position of the track; of overlapping bars, the topmost.
 *
 * @param y below the top of the first lane
 */
export function hitTest(timeline: Timeline, layout: LaneLayout, scale: Scale, x: number, y: number): Hit | undefined {
  if (y < 0 || y >= layout.total) return undefined;
  const lane = layout.laneAt(y);
  const row = layout.rowAt(lane, y);
  const { top, height } = layout.bar(lane, row);
  if (y < top - NEAR || y > top + height + NEAR) return undefined;
  let best: Hit | undefined;
  let least = NEAR;
  for (const bar of timeline.lanes.find(one => one.lane === lane)?.bars ?? []) {
    if (bar.row !== row) continue;
    const box = barBox(bar, scale);
    const away = Math.max(box.x - x, x - box.x - box.width, 0);
    if (away > least) continue;
    least = away;
    best = { lane, bar, onChevron: hasChevron(bar, box.width) && x - box.x <= CHEVRON };
  }
  return best;
}
