import type { RunIndex } from '../../runs/index/runIndex';

/** The index of the step with a key, such as the id of its span, in a run; 0 if the run has none, or the key is unknown. */
export function stepOf(index: RunIndex, run: string, key: string | undefined): number {
  const found = index.run(run);
  if (!found || key === undefined) return 0;
  for (let step = 0; step < found.summary.steps; step++) if (found.step(step).key === key) return step;
  return 0;
}
