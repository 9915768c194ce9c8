import { exportedRun, type LocationLookup } from '../../runs/exportedRun';
import type { RunIndex } from '../../runs/index/runIndex';
import { mermaidDiagram } from '../../runs/mermaidDiagram';
import type { RequestParams } from '../../shared/requests';

/** Renders a workflow run as text to copy or save, with a final newline; undefined if the run no longer exists. */
export function runAsText(
  index: RunIndex,
  { run: key, format }: RequestParams<'agentEnvelopes/runs/text'>,
  places: LocationLookup,
): string | undefined {
  const run = index.run(key);
  if (!run) return undefined;
  switch (format) {
    case 'json':
      return `${JSON.stringify(exportedRun(run, places), undefined, 2)}\n`;
    case 'mermaid':
      return mermaidDiagram(run);
    default:
      return undefined;
  }
}

/** Returns the index of a run's step with a key, such as the id of a span; 0 if no step has the key. */
export function stepOf(index: RunIndex, run: string, key: string | undefined): number {
  const found = index.run(run);
  if (!found || key === undefined) return 0;
  for (let step = 0; step < found.summary.steps; step++) if (found.step(step).key === key) return step;
  return 0;
}
