import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ListedRun, RunSource } from '../../model/runSource';
import { createTemporaryFolder } from '../../workspace/write/temporaryFolder';
import { writeWindows } from '../../workspace/write/writeWindows';
import { UsageError } from '../args';
import type { ReadRuns, readIndex } from '../files/readIndex';
import type { CliProject } from '../project/cliProject';
import { listRuns, NEVER } from './listRuns';
import { runFile } from './runFile';

/**
 * Loads runs of a store into a private folder, reads them with the index, and removes the folder when the work is done.
 *
 * @param ids ids of runs in the store
 */
export async function withLoadedRuns<T>(
  source: RunSource,
  ids: readonly string[],
  { readIndex: read, cwd, project }: { readIndex: typeof readIndex; cwd: string; project(paths: string[]): CliProject },
  work: (runs: ReadRuns, folder: string) => T | Promise<T>,
): Promise<T> {
  const folder = createTemporaryFolder();
  try {
    const names = new Map<string, string>();
    for (const [index, id] of ids.entries()) {
      const path = join(folder.path, `${index}.jsonl`);
      const size = await writeWindows(path, source.load(id, NEVER));
      if (size > 0) names.set(path, runFile(source.name, id));
    }
    const runs = read([folder.path], { cwd, project: project([folder.path]), onFile: () => undefined });
    runs.read();
    // The file is gone when the output is read: it shows where the run is.
    const fileOf = (uri: string) => names.get(fileURLToPath(uri)) ?? runs.fileOf(uri);
    return await work({ ...runs, fileOf, reader: () => ({ ...runs.reader(), fileOf }) }, folder.path);
  } finally {
    folder.remove();
  }
}

/** The id of a run of a store by its beginning. Throws UsageError if no run or several have it. */
export async function runIdOf(source: RunSource, word: string): Promise<string> {
  const named = /^[0-9a-f]{32}$/i.test(word) ? word.toLowerCase() : word;
  // What is a whole id need not be listed, which may cost more than to load the run.
  for await (const _ of source.load(named, NEVER)) return named;
  const { runs } = await listRuns(source, {
    name: source.name,
    filter: `id:"${named.replaceAll('"', '')}"`,
    limit: MOST,
  });
  const found = runs.filter(({ id }) => id.startsWith(named));
  const [only] = found;
  if (!only) throw new UsageError(`${source.name} has no run "${word}".`);
  if (found.length > 1) throw new UsageError(`"${word}" is several runs: ${found.map(idOf).join(', ')}.`);
  return only.id;
}

const MOST = 8;

function idOf({ id }: ListedRun): string {
  return id;
}
