import type { TimelineParams } from '../../../../server/src/shared/protocol';
import type { Scale } from './scale';

/**
 * The requested range of the timeline: the visible one and about half as much on each side, so that little panning
 * needs no request.
 */
export function requestedRange(scale: Scale, end: number): Pick<TimelineParams, 'from' | 'to' | 'width'> {
  const size = scale.to - scale.from;
  if (scale.from <= 0 && scale.to >= end) return { from: 0, to: end, width: pixels(end * scale.density) };
  // The piece size changes only when the visible range halves or doubles.
  const piece = 2 ** Math.floor(Math.log2(size)) / 2;
  const from = Math.max(0, Math.floor((scale.from - size / 2) / piece) * piece);
  const to = Math.min(end, Math.ceil((scale.to + size / 2) / piece) * piece);
  return { from, to, width: pixels((to - from) * steady(scale.density)) };
}

/**
 * The visible lanes and some around them.
 *
 * @param count the number of all lanes
 */
export function requestedLanes(first: number, last: number, count: number): TimelineParams['lanes'] {
  const from = Math.max(0, Math.floor((first - AROUND) / PIECE) * PIECE);
  const to = Math.min(count, Math.ceil((last + 1 + AROUND) / PIECE) * PIECE);
  return { from, count: Math.max(1, to - from) };
}

const PIECE = 8;
const AROUND = 4;

/** Zooming causes a request only when bar widths change considerably. */
function steady(density: number): number {
  return 2 ** (Math.round(Math.log2(density) * 2) / 2);
}

function pixels(width: number): number {
  return Math.max(1, Math.round(width));
}
