import type { RunSource } from '../model/runSource';
import type { IndexedRun } from '../runs/assembly/indexedRun';
import { runsInLines } from './runsInLines';

/** A run with its steps, read from a source; undefined if there is no such run. */
export async function loadedRun(
  source: Pick<RunSource, 'load'>,
  id: string,
  signal: AbortSignal,
): Promise<IndexedRun | undefined> {
  const lines: string[] = [];
  for await (const window of source.load(id, signal)) lines.push(...window.split('\n'));
  const runs = runsInLines(lines);
  return runs.find(({ summary }) => summary.id === id) ?? runs[0];
}
