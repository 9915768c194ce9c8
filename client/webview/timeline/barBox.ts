import type { TimelineBar } from '../../../server/src/protocol';
import type { Scale } from './scale';

/** Pixels of the mark by which a bar folds, at its beginning. */
export const CHEVRON = 16;
/** What is thinner has its label beside it. */
export const LEAST_LABEL = 18;
const THINNEST = 2;
/** Of what has room beside it: there is a label for that. */
const THINNEST_ALONE = 6;

/** Where a bar stands from left to right. Wide ones leave room for the arrows between them. */
export function barBox(
  { from, to, label }: Pick<TimelineBar, 'from' | 'to' | 'label'>,
  scale: Scale,
): { x: number; width: number } {
  const x = scale.x(from);
  const width = scale.x(to) - x;
  const free = width > 120 ? 12 : width > 60 ? 8 : width > 30 ? 5 : width > 12 ? 2 : 0;
  return { x: x + free / 2, width: Math.max(width - free, label === undefined ? THINNEST : THINNEST_ALONE) };
}

/** There is something nested in it that can be shown or hidden, and room to say so. */
export function hasChevron({ count, hides, holds }: TimelineBar, width: number): boolean {
  return count === 1 && (hides !== undefined || (holds ?? 0) > 0) && width >= CHEVRON + 4;
}
