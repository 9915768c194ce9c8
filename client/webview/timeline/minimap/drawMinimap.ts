import type { Axis, Found, IdleGap, Timeline } from '../../../../server/src/shared/protocol';
import { colourOfLane } from '../../ui/laneColour';
import { matchPlaces } from '../canvas/drawAxis';
import { type Palette, paintOf } from '../canvas/palette';
import type { CanvasSize } from '../canvas/useCanvas';
import type { Scale } from '../layout/scale';

export interface MinimapPicture extends CanvasSize {
  palette: Palette;
  scale: Scale;
  axis: Axis;
  timeline: Timeline | undefined;
  /** The number of all lanes, and of drawn ones. */
  lanes: number;
  matches: Found['matches'];
  idle: readonly IdleGap[];
}

const MARGIN = 3;
const TICK = 4;

/** Draws the whole run as a strip: a thin line per lane, failed steps below, search matches above. */
export function drawMinimap(context: CanvasRenderingContext2D, picture: MinimapPicture): void {
  const { palette, scale, axis, timeline, lanes, matches, idle, height } = picture;
  const room = height - 2 * (MARGIN + TICK);
  const pitch = Math.min(4, room / Math.max(1, lanes));
  const thick = Math.max(1, Math.min(3, pitch - 0.5));
  const top = MARGIN + TICK + (room - pitch * lanes) / 2;
  const failed = new Set<number>();
  for (const { lane, icon, bars } of timeline?.lanes ?? []) {
    const y = top + lane * pitch;
    context.fillStyle = paintOf(palette.bars, colourOfLane(lane, icon)).edge;
    context.beginPath();
    for (const bar of bars) {
      const x = scale.x(bar.from);
      context.rect(x, y, Math.max(1, scale.x(bar.to) - x - 0.5), thick);
      if (bar.marks.includes('error')) failed.add(Math.round(x));
    }
    context.fill();
  }
  context.fillStyle = palette.bad;
  for (const x of failed) context.fillRect(x, height - MARGIN - TICK + 1, 2, TICK);
  context.fillStyle = palette.match;
  for (const x of matchPlaces({ matches, axis, idle, scale })) context.fillRect(x, MARGIN - 1, 2, TICK);
}
