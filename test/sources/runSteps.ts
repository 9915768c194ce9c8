import { familiesForReading } from '../../server/src/families/familiesForReading';
import { exportedExchange, stepMessages } from '../../server/src/features/replay/stepMessages';
import type { EnvelopeLocation } from '../../server/src/model/run';
import type { RunSource } from '../../server/src/model/runSource';
import type { IndexedRun } from '../../server/src/runs/assembly/indexedRun';
import { runsInLines } from '../../server/src/sources/loadedRuns';
import { atPath } from '../../server/src/text/jsonPointer';

/** What is compared of a run, however it came: its summary and its steps with what they said, without where they lie. */
export function runSteps(lines: readonly string[], id: string) {
  const runs = runsInLines(lines);
  const run = runs.find(({ summary }) => summary.id === id);
  if (!run) throw new Error(`There is no run ${id} among ${runs.map(({ summary }) => summary.id).join(', ')}.`);
  const { title, status, startedAt, endedAt, agents, steps } = run.summary;
  return {
    title,
    status,
    startedAt,
    endedAt,
    agents,
    steps: Array.from({ length: steps }, (_, at) => stepAt(run, at, lines)),
  };
}

function stepAt(run: IndexedRun, index: number, lines: readonly string[]) {
  const { envelopes: _, problems: __, copies: ___, ...step } = run.step(index);
  return { ...step, said: saidBy(run, index, lines) };
}

function saidBy(run: IndexedRun, index: number, lines: readonly string[]) {
  const text = ({ part, path }: EnvelopeLocation) => {
    const line = lines[Number(part.replace('line ', '')) - 1] ?? '{}';
    return { text: JSON.stringify(atPath(JSON.parse(line), path)), lang: 'json' as const };
  };
  return exportedExchange(stepMessages({ text, families: () => familiesForReading }, run.step(index)));
}

/** The lines of a run that a source loads. */
export async function loadedLines(source: RunSource, id: string): Promise<string[]> {
  const windows: string[] = [];
  for await (const window of source.load(id, new AbortController().signal)) windows.push(window);
  return windows
    .join('')
    .split('\n')
    .filter(line => line !== '');
}
