import type { Series } from '../../../shared/replay';

/**
 * Reduces a chart to at most `most` points, keeping the minimum and maximum of each bucket, so that its shape stays.
 *
 * @param values one per step; NaN if there is none
 */
export function downsample(values: Float64Array, most = 300): Series {
  const steps: number[] = [];
  for (let step = 0; step < values.length; step++) if (!Number.isNaN(values[step])) steps.push(step);
  const pointOf = (step: number) => ({ step, value: values[step] as number });
  if (steps.length <= most) return steps.map(pointOf);
  const last = steps.pop() as number;
  const first = steps.shift() as number;
  const pieces = Math.floor((most - 2) / 2);
  const extremes = Array.from({ length: pieces }, (_, piece) =>
    extremesIn(values, steps, (piece * steps.length) / pieces, ((piece + 1) * steps.length) / pieces),
  );
  return [first, ...extremes.flat(), last].map(pointOf);
}

function extremesIn(values: Float64Array, steps: readonly number[], from: number, to: number): number[] {
  const begin = Math.floor(from);
  let [lowest, highest] = [steps[begin] as number, steps[begin] as number];
  for (let at = begin; at < Math.floor(to); at++) {
    const step = steps[at] as number;
    if ((values[step] as number) < (values[lowest] as number)) lowest = step;
    if ((values[step] as number) > (values[highest] as number)) highest = step;
  }
  return lowest === highest ? [lowest] : [lowest, highest].sort((a, b) => a - b);
}
