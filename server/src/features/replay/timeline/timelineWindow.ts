import type { TimelineParams } from '../../../shared/replay';
import { clampWindow } from '../context/rowWindow';

/** The visible window of a timeline, clamped to its bounds. */
export interface TimelineWindow {
  /** Positions on the axis. */
  from: number;
  to: number;
  /** Axis units per pixel, greater than 0. */
  pixel: number;
  /** The first visible lane, and the number of visible lanes. */
  first: number;
  count: number;
}

/** @param lanes the total number of lanes */
export function timelineWindow({ from, to, width, lanes: window }: TimelineParams, lanes: number): TimelineWindow {
  const begin = Number.isFinite(from) ? from : 0;
  const end = Math.max(begin, Number.isFinite(to) ? to : begin);
  const pixels = Math.min(MOST_PIXELS, Math.max(1, width || 1));
  const { from: first, count } = clampWindow(window, lanes, MOST_LANES);
  // If both ends are the same, everything is at one position.
  return { from: begin, to: end, pixel: Math.max(end - begin, SHORTEST) / pixels, first, count };
}

const MOST_PIXELS = 20_000;
const MOST_LANES = 128;
const SHORTEST = 1e-6;
