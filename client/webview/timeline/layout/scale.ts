/** Ties places on an axis to pixels of the track. */
export interface Scale {
  from: number;
  to: number;
  width: number;
  x(at: number): number;
  at(x: number): number;
  /** How many pixels one of the axis is. */
  density: number;
}

/** Pixels left free at both ends, so that the head of the playhead has room. */
export const PAD = 12;

/** @param width of the track, in pixels, with what is left free at its ends */
export function scaleOf({ from, to }: { from: number; to: number }, width: number): Scale {
  const density = Math.max(1, width - 2 * PAD) / Math.max(to - from, 1e-9);
  return {
    from,
    to,
    width,
    density,
    x: at => PAD + (at - from) * density,
    at: x => from + (x - PAD) / density,
  };
}
