import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ListedRun, RunSource } from '../model/runSource';
import { SourceError } from '../sources/sourceError';
import { unlistedNote } from '../sources/storeTreeNodes';
import { createTemporaryFolder, streamToFile } from '../workspace/writeTextFile';
import type { CliProject } from './cliProject';
import { indexRunFiles, type ReadRuns } from './indexRunFiles';
import { UsageError } from './readArguments';
import type { SourceSelection } from './sourceOptions';

interface LoadingOptions {
  cwd: string;
  project(paths: string[]): CliProject;
}

/** The work that a command does with a run after it was loaded from a trace store. */
type RunWork<T> = (runs: ReadRuns, run: { id: string; folder: string }) => T | Promise<T>;

/**
 * Loads a run of a trace store by its id into a temporary folder, and removes the folder when `work` is done. Rejects with a SourceError if
 * the store no longer has the run.
 */
export function withLoadedRun<T>(source: RunSource, id: string, options: LoadingOptions, work: RunWork<T>): Promise<T> {
  const load = async (path: string) => {
    const size = await streamToFile(path, source.load(id, NEVER));
    if (size === 0) throw new SourceError(`${source.name}: there is no run ${id} any more.`);
    return id;
  };
  return withRunFile(source, load, options, work);
}

/**
 * Loads a run of a store by the beginning of its id, which is searched for in the selected runs. Rejects with a UsageError if no run or
 * several have it. See `withRunFile`.
 */
export function withFoundRun<T>(
  source: RunSource,
  word: string,
  { selection, ...options }: LoadingOptions & { selection: SourceSelection },
  work: RunWork<T>,
): Promise<T> {
  const load = async (path: string) => {
    const isWhole = /^[0-9a-f]{32}$/i.test(word);
    const named = isWhole ? word.toLowerCase() : word;
    // A whole id is loaded directly: listing may cost more than loading.
    if ((await streamToFile(path, source.load(named, NEVER))) > 0) return named;
    const { id, notes } = await listedId(source, named, selection);
    if (id === undefined || id === named || (await streamToFile(path, source.load(id, NEVER))) === 0) {
      throw new UsageError([`${source.name} has no run "${word}".`, ...(isWhole ? [] : notes)].join(' '));
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
  { cwd, project }: LoadingOptions,
  work: RunWork<T>,
): Promise<T> {
  const folder = createTemporaryFolder();
  try {
    const path = join(folder.path, 'run.jsonl');
    const id = await load(path);
    const runs = indexRunFiles([folder.path], { cwd, project: project([folder.path]), onFile: () => undefined });
    runs.read();
    if (runs.index.runs().length === 0) {
      throw new SourceError(`${source.name}: run ${id} could not be read as a trace.`);
    }
    // The file is gone when the output is read, so the output names the run's place in the store.
    const fileOf = (uri: string) => (fileURLToPath(uri) === path ? runFile(source.name, id) : runs.fileOf(uri));
    const shown = { ...runs, fileOf, reader: () => ({ ...runs.reader(), fileOf }) };
    return await work(shown, { id, folder: folder.path });
  } finally {
    folder.remove();
  }
}

/** Returns the id of the only run that begins with a word; undefined if there is none. Throws UsageError if several do. */
async function listedId(
  source: RunSource,
  word: string,
  selection: SourceSelection,
): Promise<{ id: string | undefined; notes: string[] }> {
  const filter = `id:"${word.replaceAll('"', '')}" ${selection.filter}`.trim();
  const { runs, notes } = await listRuns(source, { ...selection, filter });
  const ids = runs.map(({ id }) => id).filter(id => id.toLowerCase().startsWith(word.toLowerCase()));
  // Ids of some stores differ by case alone.
  const exact = ids.filter(id => id.startsWith(word));
  const [id, ...others] = exact.length > 0 ? exact : ids;
  if (others.length > 0) {
    const more = others.length >= MOST ? ', …' : '';
    throw new UsageError(`"${word}" matches several runs: ${[id, ...others].slice(0, MOST).join(', ')}${more}.`);
  }
  return { id, notes };
}

const MOST = 8;

/** The default limit of runs in which the beginning of an id is searched for: stores list those that contain it, too. */
export const USUAL_FOR_ID = 1000;

/** The selected runs, and notes about the list as lines. */
interface SelectedRuns {
  runs: ListedRun[];
  notes: string[];
}

/** Lists the selected runs, page by page. Throws UsageError for a filter with an error. */
export async function listRuns(
  source: RunSource,
  { filter, limit }: SourceSelection,
  onPage: (count: number) => void = () => undefined,
): Promise<SelectedRuns> {
  const runs: ListedRun[] = [];
  const ignored = new Set<string>();
  let recentDays: number | undefined;
  let cursor: string | undefined;
  let emptyPages = 0;
  let isCut = false;
  let unlisted = 0;
  do {
    const page = await source.list(
      { filter, limit: limit - runs.length, ...(cursor !== undefined && { cursor }) },
      NEVER,
    );
    if (page.fault !== undefined) throw new UsageError(page.fault);
    // A store may ignore the limit.
    const rest = limit - runs.length;
    isCut ||= page.runs.length > rest;
    runs.push(...page.runs.slice(0, rest));
    emptyPages = page.runs.length > 0 ? 0 : emptyPages + 1;
    for (const term of page.notApplied ?? []) ignored.add(term);
    unlisted += page.unlisted ?? 0;
    recentDays = page.recentDays;
    cursor = page.next;
    onPage(runs.length);
  } while (cursor !== undefined && runs.length < limit && emptyPages < MOST_EMPTY_PAGES);
  const leftOut = unlistedNote(unlisted);
  return {
    runs,
    notes: [
      ...(leftOut === undefined ? [] : [`${leftOut}.`]),
      ...(ignored.size > 0 ? [`The store does not support ${[...ignored].join(', ')}: not applied.`] : []),
      ...(cursor !== undefined || isCut
        ? [`There are more runs; raise --limit, or narrow --since or --filter.`]
        : recentNote(recentDays)),
    ],
  };
}

/** Returns a note that a list or a search covers only the last days. */
export function recentNote(days: number | undefined): string[] {
  return days === undefined
    ? []
    : [`Only the last ${days} days were searched; use --since ${Math.max(30, 2 * days)}d for more.`];
}

/** A list or a search ends after this number of empty pages in a row, since a store could announce further pages forever. */
export const MOST_EMPTY_PAGES = 100;

/** A signal that is never aborted: an interrupt ends the whole program. */
export const NEVER: AbortSignal = new AbortController().signal;

/**
 * Returns the name that stands for the file of a store's run in reports. Encodes the id as a single path segment: the store chose the id,
 * and it must not lead to another folder.
 */
export function runFile(store: string, id: string): string {
  const segment = id.replace(/\p{Cs}/gu, '\ufffd').replace(/[/\\%]/g, encodeURIComponent);
  return `${store}/${/^\.+$/.test(segment) ? segment.replaceAll('.', '%2E') : segment}`;
}
