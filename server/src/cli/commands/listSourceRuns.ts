import type { ListedRun, RunSource } from '../../model/runSource';
import { listedRunSummary } from '../../sources/storeFilter';
import { formatInstant } from '../../text/parseTime';
import { createProgress, type Io, tell } from '../commandIo';
import { formatRuns, type PrintedRun } from '../formats/formatRuns';
import { listRuns } from '../loadStoreRuns';
import { UsageError } from '../readArguments';
import type { SourceSelection } from '../sourceOptions';
import { escapedJsonLine, escapeInvisible, type Page } from '../terminalLine';

/** Prints the runs in a trace store, for the command `agent-envelopes runs --source`. */
export async function listSourceRuns(
  source: RunSource,
  selection: SourceSelection,
  { format, page, io }: { format: string; page: Page; io: Io },
): Promise<number> {
  if (format === 'mermaid') throw new UsageError('"--format mermaid" draws one run; choose one by --run.');
  const progress = createProgress(io);
  const { runs, notes } = await listRuns(source, selection, count => progress.show(`${count} runs listed`));
  progress.erase();
  if (format === 'json') {
    io.stdout.write(escapedJsonLine(JSON.stringify({ version: 1, source: source.name, runs: runs.map(listedJson) })));
  } else if (runs.length === 0) io.stdout.write(`${escapeInvisible(source.name)} has no run that matches.\n`);
  else io.stdout.write(formatRuns(runs.map(printedRun), page, Date.now()));
  for (const note of notes) tell(note, io);
  return 0;
}

function printedRun(run: ListedRun): PrintedRun {
  const { steps: _, ...summary } = listedRunSummary(run, '');
  return { ...summary, ...(run.steps !== undefined && { steps: run.steps }) };
}

/** Returns the JSON of a listed run, in the form of a run from files. Without steps, since the run is not loaded. */
function listedJson({ id, family, title, status, startedAt, endedAt, agents, steps, conversation }: ListedRun): object {
  const time = (at: bigint | undefined) => (at === undefined ? null : formatInstant(at));
  return {
    id,
    family,
    title,
    status,
    startedAt: time(startedAt),
    endedAt: time(endedAt),
    agents,
    ...(conversation !== undefined && { conversation }),
    steps: null,
    stepCount: steps ?? null,
  };
}
