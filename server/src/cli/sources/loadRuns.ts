import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ListedRun, RunSource } from '../../model/runSource';
import { SourceError } from '../../sources/sourceError';
import { createTemporaryFolder } from '../../workspace/write/temporaryFolder';
import { writeWindows } from '../../workspace/write/writeWindows';
import { UsageError } from '../args';
import type { ReadRuns, readIndex } from '../files/readIndex';
import type { CliProject } from '../project/cliProject';
import { listRuns, NEVER } from './listRuns';
import { runFile } from './runFile';

interface LoadingOptions {
  readIndex: typeof readIndex;
  cwd: string;
  project(paths: string[]): CliProject;
}

/** What is done with a run that is loaded. */
type RunWork<T> = (runs: ReadRuns, run: { id: string; folder: string }) => T | Promise<T>;

/** Loads a run of a store by its id. Rejects with a SourceError if it is gone. See `withRunFile`. */
export function withLoadedRun<T>(source: RunSource, id: string, options: LoadingOptions, work: RunWork<T>): Promise<T> {
  const load = async (path: string) => {
    const size = await writeWindows(path, source.load(id, NEVER));
    if (size === 0) throw new SourceError(`${source.name}: there is no run ${id} any more.`);
    return id;
  };
  return withRunFile(source, load, options, work);
}

/** Loads a run of a store by the beginning of its id. Rejects with a UsageError if no run or several have it. See `withRunFile`. */
export function withFoundRun<T>(
  source: RunSource,
  word: string,
  options: LoadingOptions,
  work: RunWork<T>,
): Promise<T> {
  const load = async (path: string) => {
    const named = /^[0-9a-f]{32}$/i.test(word) ? word.toLowerCase() : word;
    // What is a whole id need not be listed, which may cost more than to load the run.
    if ((await writeWindows(path, source.load(named, NEVER))) > 0) return named;
    const id = await listedId(source, named);
    if (id === undefined || id === named || (await writeWindows(path, source.load(id, NEVER))) === 0) {
      throw new UsageError(`${source.name} has no run "${word}".`);
    }
    return id;
  };
  return withRunFile(source, load, options, work);
}

/**
 * Loads a run into a file of a private folder, reads it with the index, and removes the folder when the work is done.
 *
 * @param load writes the run to a path; resolves to its id
 */
async function withRunFile<T>(
  source: RunSource,
  load: (path: string) => Promise<string>,
  { readIndex: read, cwd, project }: LoadingOptions,
  work: RunWork<T>,
): Promise<T> {
  const folder = createTemporaryFolder();
  try {
    const path = join(folder.path, 'run.jsonl');
    const id = await load(path);
    const runs = read([folder.path], { cwd, project: project([folder.path]), onFile: () => undefined });
    runs.read();
    if (runs.index.runs().length === 0) {
      throw new SourceError(`${source.name}: run ${id} could not be read as a trace.`);
    }
    // The file is gone when the output is read: it shows where the run is.
    const fileOf = (uri: string) => (fileURLToPath(uri) === path ? runFile(source.name, id) : runs.fileOf(uri));
    const shown = { ...runs, fileOf, reader: () => ({ ...runs.reader(), fileOf }) };
    return await work(shown, { id, folder: folder.path });
  } finally {
    folder.remove();
  }
}

/** The id of the only run that begins with a word; undefined if there is none. Throws UsageError if several do. */
async function listedId(source: RunSource, word: string): Promise<string | undefined> {
  const filter = `id:"${word.replaceAll('"', '')}"`;
  const { runs } = await listRuns(source, { name: source.name, filter, limit: MOST });
  const found = runs.filter(({ id }) => id.startsWith(word));
  if (found.length > 1) throw new UsageError(`"${word}" matches several runs: ${found.map(idOf).join(', ')}.`);
  return found[0]?.id;
}

const MOST = 8;

function idOf({ id }: ListedRun): string {
  return id;
}
