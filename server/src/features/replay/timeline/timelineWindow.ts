import type { TimelineParams } from '../../../shared/replay';
import { clampWindow } from '../context/rowWindow';

/** What is to be seen of a timeline, held to its bounds. */
export interface TimelineWindow {
  /** On the axis. */
  from: number;
  to: number;
  /** How much of the axis a pixel is: more than 0. */
  pixel: number;
  /** Lanes: the first of them, and how many there are. */
  first: number;
  count: number;
}

/** @param lanes how many there are in all */
export function timelineWindow({ from, to, width, lanes: window }: TimelineParams, lanes: number): TimelineWindow {
  const begin = Number.isFinite(from) ? from : 0;
  const end = Math.max(begin, Number.isFinite(to) ? to : begin);
  const pixels = Math.min(MOST_PIXELS, Math.max(1, width || 1));
  const { from: first, count } = clampWindow(window, lanes, MOST_LANES);
  // Where nothing lies between them all is at one place.
  return { from: begin, to: end, pixel: Math.max(end - begin, SHORTEST) / pixels, first, count };
}

const MOST_PIXELS = 20_000;
const MOST_LANES = 128;
const SHORTEST = 1e-6;
