import type { TimelineBar } from '../../../../server/src/shared/protocol';
import type { Scale } from './scale';

/** Pixels of the mark by which a bar folds, at its beginning. */
export const CHEVRON = 16;
/** What is thinner has its label beside it. */
export const LEAST_LABEL = 18;
const THINNEST = 2;
/** Of what has room beside it: there is a label for that. */
const THINNEST_ALONE = 6;

/**
 * Where a bar stands from left to right: as long as it took, or what can just be seen. That never sticks out of what the
 * step is nested in.
 */
export function barBox(
  { from, to, label, within }: Pick<TimelineBar, 'from' | 'to' | 'label' | 'within'>,
  scale: Scale,
): { x: number; width: number } {
  const x = scale.x(from);
  const exact = scale.x(to) - x;
  const least = label === undefined ? THINNEST : THINNEST_ALONE;
  if (!within || exact >= least) return { x, width: Math.max(exact, least) };
  const room = scale.x(within.to) - scale.x(within.from);
  const width = Math.max(exact, Math.min(least, Math.max(room, THINNEST)));
  return { x: Math.min(x, scale.x(within.to) - width), width };
}

/** There is something nested in it that can be shown or hidden, and room to say so. */
export function hasChevron({ count, hides, holds }: TimelineBar, width: number): boolean {
  return count === 1 && (hides !== undefined || (holds ?? 0) > 0) && width >= CHEVRON + 4;
}
