import type { TimelineBar } from '../../../../server/src/shared/protocol';
import type { Scale } from './scale';

/** The width of the folding chevron at the start of a bar, in pixels. */
export const CHEVRON = 16;
/** Thinner bars have their label beside them. */
export const LEAST_LABEL = 18;
const THINNEST = 2;
/** The minimum width of a bar with room beside it, for its label. */
const THINNEST_ALONE = 6;

/**
 * The horizontal extent of a bar: its duration, or the minimum visible width, but never beyond the bar of its parent.
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

/** Whether it has foldable nested steps, and room for the chevron. */
export function hasChevron({ count, hides, holds }: TimelineBar, width: number): boolean {
  return count === 1 && (hides !== undefined || (holds ?? 0) > 0) && width >= CHEVRON + 4;
}
