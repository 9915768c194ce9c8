/** How many colours lanes take turns with. */
export const LANE_COLOURS = 8;

/** The class by which a style sheet gives something the colour of a lane: its `--lane`. */
export function laneColour(lane: number): string {
  return lane < 0 ? 'lane-none' : `lane-${lane % LANE_COLOURS}`;
}
