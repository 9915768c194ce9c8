import { createHash } from 'node:crypto';
import { objectsIn } from '../families/drafts/createDraft';
import { familiesForReading } from '../families/familiesForReading';
import type { RunSource } from '../model/runSource';
import { digestEnvelopeTexts } from '../runs/assembly/digestEnvelopeTexts';
import type { IndexedRun } from '../runs/assembly/indexedRun';
import { runIndex } from '../runs/index/runIndex';
import { readLines } from '../runs/reading/readEntries';
import { t } from '../shared/l10n';
import { textFile } from '../text/lines';
import { SourceError } from './sourceError';

/** Loads workflow runs from trace stores into files, which the index then reads like any other file. */
export interface LoadedRuns {
  /**
   * Returns the key of a run in the index. If the run is listed by a store, loads it first; returns any other key unchanged. Rejects with
   * one line for users if the store can't be read.
   */
  keyOf(run: string): Promise<string>;
  /** Returns the key in the index of a run that a store lists; undefined while it is not loaded. */
  loadedKey(run: string): string | undefined;
  /** Forgets the loaded runs: each is loaded again at its next request. */
  reset(): void;
}

/** A store, and the folder that its runs are loaded into. */
export interface LoadableStore {
  source: Pick<RunSource, 'name' | 'load'>;
  /** A URI. */
  folder: string;
}

interface LoadedRunsOptions {
  /** The store whose runs are loaded into a folder; undefined for any other folder. */
  storeOf(folder: string): LoadableStore | undefined;
  /**
   * Streams the pieces into a file, replacing it. Returns the number of bytes. Rejects with the error of the pieces, and then
   * leaves no file.
   */
  write(uri: string, pieces: AsyncIterable<string>): Promise<number>;
  remove(uri: string): void;
  /** The keys of the runs in a file, after the index has read it. */
  keysIn(uri: string): Promise<readonly string[]>;
  /** The limit of runs that are kept. */
  max?: number;
}

/**
 * Creates the loader of stores' runs.
 * Invariant: concurrent requests for a run load it once; a failure rejects all of them and is not remembered.
 */
export function loadedRuns({ storeOf, write, remove, keysIn, max = MOST_LOADED }: LoadedRunsOptions): LoadedRuns {
  /** The loaded runs by their keys in the listing, the least recently used first. */
  const loaded = new Map<string, Loaded>();
  /** The keys in the index by the keys in the listing, if they differ: a trace may name the run that it was exported from. */
  const originals = new Map<string, string>();

  async function load(run: string, { source }: LoadableStore, entry: Loaded): Promise<string> {
    const id = idIn(run);
    const length = await write(entry.uri, source.load(id, entry.controller.signal));
    if (length === 0) throw new SourceError(t`${source.name}: there is no run ${id} any more; refresh the runs.`);
    const keys = await keysIn(entry.uri);
    const key = keys.includes(run) ? run : keys[0];
    if (key === undefined) throw new SourceError(t`${source.name}: run ${id} could not be read as a trace.`);
    if (key !== run) originals.set(key, run);
    entry.loadedKey = key;
    return key;
  }

  function evict(): void {
    for (const [run, { uri, controller }] of loaded) {
      if (loaded.size <= max) return;
      loaded.delete(run);
      controller.abort(EVICTED);
      remove(uri);
    }
  }

  return {
    async keyOf(asked) {
      const run = originals.get(asked) ?? asked;
      const store = storeOf(folderIn(run));
      if (!store) return asked;
      const known = loaded.get(run);
      if (known) {
        loaded.delete(run);
        loaded.set(run, known);
        return known.key;
      }
      const entry: Loaded = { uri: fileFor(store.folder, idIn(run)), controller: new AbortController(), key: NEVER };
      entry.key = load(run, store, entry);
      loaded.set(run, entry);
      evict();
      try {
        return await entry.key;
      } catch (error) {
        if (loaded.get(run) === entry) loaded.delete(run);
        throw error;
      }
    },
    loadedKey: run => loaded.get(run)?.loadedKey,
    reset() {
      for (const { controller } of loaded.values()) controller.abort(EVICTED);
      loaded.clear();
    },
  };
}

interface Loaded {
  uri: string;
  controller: AbortController;
  key: Promise<string>;
  /** The key in the index, once the run is loaded. */
  loadedKey?: string;
}

const MOST_LOADED = 50;
const NEVER = new Promise<string>(() => {});
const EVICTED = new SourceError(t`The run is no longer wanted.`);

/** Returns the folder in a run's key: see `runKey`. */
function folderIn(key: string): string {
  return key.slice(key.lastIndexOf(' ') + 1);
}

function idIn(key: string): string {
  return key.slice(key.indexOf(' ') + 1, key.lastIndexOf(' '));
}

/** Returns the file for a run. Makes any id a valid file name: no separators, no parent folder, not too long. */
function fileFor(folder: string, id: string): string {
  const encoded = /\p{Cs}/u.test(id) ? '' : encodeURIComponent(encodeURIComponent(id)).replaceAll('*', '%252A');
  const isUsable = encoded !== '' && encoded.length <= LONGEST_NAME;
  return `${folder}/${isUsable ? encoded : createHash('sha256').update(id).digest('hex')}.jsonl`;
}

const LONGEST_NAME = 200;

/** Returns a run with its steps, read from a source; undefined if there is no such run. */
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

/** Returns the runs in lines of a log, unordered. Reads each line by itself; ignores broken lines. */
export function runsInLines(lines: readonly string[]): IndexedRun[] {
  const entries = readLines(lines, 0, { families: familiesForReading, association: undefined });
  const text = lines.join('\n');
  const file = textFile(`${FOLDER}/run.jsonl`, 'jsonl', text);
  const nothing = () => ({ fault: t`is not on disk.` });
  const digestsOf = digestEnvelopeTexts({ access: { text: nothing, log: nothing }, openedAt: () => file });
  const index = runIndex({ folders: () => [FOLDER], digestsOf });
  index.set({ uri: file.uri, entries, changedAt: 0, size: text.length });
  return index.runs().flatMap(({ key }) => index.run(key) ?? []);
}

const FOLDER = 'file:///store';

/** Returns whether an OTLP request, in current or older names, has a span. A store may answer an empty request for an unknown trace. */
export function hasSpans({ resourceSpans, batches }: Record<string, unknown>): boolean {
  const scopes = objectsIn(resourceSpans ?? batches).flatMap(resource =>
    objectsIn(resource['scopeSpans'] ?? resource['instrumentationLibrarySpans']),
  );
  return scopes.some(({ spans }) => Array.isArray(spans) && spans.length > 0);
}
