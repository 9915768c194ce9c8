/** The number of lane colours. */
export const LANE_COLOURS = 12;

/** The number of shapes: coprime to the number of colours, so that 84 lanes look different. */
const LANE_FORMS = 7;

/** The CSS classes that set the colour of a lane, `--lane`, and its shape, for `.dot`. */
export function laneColour(lane: number): string {
  return lane < 0 ? 'lane-none' : `lane-${lane % LANE_COLOURS} form-${lane % LANE_FORMS}`;
}
