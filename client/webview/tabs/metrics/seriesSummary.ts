import type { Series } from '../../../../server/src/shared/protocol';

/** Describes a chart in words: `5 points, from 0.90 to 0.93; lowest 0.62 at step 5, highest 0.93 at step 7`. */
export function seriesSummary(points: Series, text: (value: number) => string): string {
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return 'no points';
  if (points.length === 1) return `1 point, ${text(first.value)} at step ${first.step + 1}`;
  const lowest = points.reduce((found, one) => (one.value < found.value ? one : found), first);
  const highest = points.reduce((found, one) => (one.value > found.value ? one : found), first);
  return [
    `${points.length} points, from ${text(first.value)} to ${text(last.value)}`,
    `lowest ${text(lowest.value)} at step ${lowest.step + 1}, highest ${text(highest.value)} at step ${highest.step + 1}`,
  ].join('; ');
}
