import type { StepIcon } from '../../../server/src/shared/lspExtensions';

/**
 * The number of dot shapes that distinguish the lanes of the timeline. It has no common divisor with the number of colours, so that 84 lanes have
 * 84 different pairs of colour and shape.
 */
const LANE_FORMS = 7;

/** Returns the CSS classes of an agent's lane on the timeline, which set its colour and the shape of its dot. */
export function laneClasses(lane: number): string {
  return lane < 0 ? 'lane-none' : `lane-${lane % LANE_COLOURS} form-${lane % LANE_FORMS}`;
}

/** The number of colours for the lanes of the timeline; further lanes repeat the colours. */
export const LANE_COLOURS = 12;

/** The CSS classes of a kind's colour. */
export function kindClasses(icon: StepIcon): string {
  return laneClasses(KIND_COLOURS.indexOf(icon));
}

/** The index of a lane's colour: of its kind, if all its steps are of one kind. */
export function laneColourIndex(lane: number, icon: StepIcon | undefined): number {
  return icon === undefined ? lane : KIND_COLOURS.indexOf(icon);
}

/** The kinds by the index of their colour. Frequent kinds have dissimilar colours. */
const KIND_COLOURS: readonly StepIcon[] = [
  'sparkle',
  'hubot',
  'tools',
  'person',
  'law',
  'comment',
  'play',
  'lightbulb',
  'search',
  'zap',
  'list-tree',
];
