import { exportedRun, type SourceLookup } from '../../runs/export/exportedRun';
import { mermaidDiagram } from '../../runs/export/mermaid';
import type { RunIndex } from '../../runs/index/runIndex';
import type { RunTextParams } from '../../shared/protocol';

/** A run as text to copy or save, with a final newline; undefined if the run no longer exists. */
export function runText(
  index: RunIndex,
  { run: key, format }: RunTextParams,
  places: SourceLookup,
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
