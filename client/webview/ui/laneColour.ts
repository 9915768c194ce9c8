/** How many colours lanes take turns with. */
export const LANE_COLOURS = 12;

/** How many forms: no common divisor with the colours, so that 84 lanes look different. */
const LANE_FORMS = 7;

/** The classes by which a style sheet gives something the colour of a lane, its `--lane`, and its form, for `.dot`. */
export function laneColour(lane: number): string {
  return lane < 0 ? 'lane-none' : `lane-${lane % LANE_COLOURS} form-${lane % LANE_FORMS}`;
}
