/** Maps positions on an axis to pixels of the track. */
export interface Scale {
  from: number;
  to: number;
  width: number;
  x(at: number): number;
  at(x: number): number;
  /** Pixels per unit of the axis. */
  density: number;
}

/** Padding at both ends in pixels, for the handle of the playhead. */
export const PAD = 12;

/**
 * Creates the scale of a range.
 *
 * @param width of the track in pixels, with the padding
 */
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
