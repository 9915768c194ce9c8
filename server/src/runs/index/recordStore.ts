import type { FileRecord } from '../reading/fileRecord';

/**
 * Keeps the record of each indexed file, by folder: the data from which workflow runs are assembled. Records that an earlier process stored on
 * disk are read only when needed.
 */
export interface RecordStore {
  get(uri: string): FileRecord | undefined;
  set(record: FileRecord): void;
  remove(uri: string): void;
  /** Returns the size and time of a file with a record, without reading the record. */
  known(uri: string): KnownFile | undefined;
  uris(): string[];
  /** Returns all records. Reads those that are still stored. */
  all(): FileRecord[];
  /** Yields all records one after the other, without keeping stored records in memory. */
  each(): Iterable<FileRecord>;
  /** Compares the records with the files on disk. */
  inspection(): Inspection;
  /** The records of a folder; reads them if they are still stored. */
  of(folder: string): readonly FileRecord[];
  /** The registries in all folders, each with its folder. */
  registries(): Iterable<readonly [folder: string, KnownRegistry]>;
  /** When the last of the files was written: milliseconds since 1970. */
  changedAt(): number;
  /** Returns the facts of all folders, without reading records. */
  facts(): Iterable<FolderFacts>;
  /** Puts a folder's records back without reading them. */
  restore(facts: FolderFacts, stored: StoredRecords): void;
  /** A folder's stored records, if they were not read yet. */
  stored(folder: string): StoredRecords | undefined;
}

export interface KnownFile {
  size: number;
  changedAt: number;
}

/**
 * A comparison of the records with the files on disk. Callers pass each file to `meet`, preferably all files of a folder in a row;
 * afterwards `missed` returns the files that no longer exist.
 */
export interface Inspection {
  /** Records that a file is on disk; returns whether it is unchanged since its record was made. */
  meet(uri: string, found: KnownFile): boolean;
  /** The files with a record that were not passed to `meet`. */
  missed(): string[];
}

/** The facts of a folder that are needed before its records are read. */
export interface FolderFacts {
  folder: string;
  /** Its files, in the order in which they were found. */
  files: FlatFiles;
  registries: KnownRegistry[];
}

/**
 * Four values per file: its name, its size, and its modification time in seconds and microseconds. Much faster to write and read than
 * objects and fractions, since a workspace has very many files.
 */
export type FlatFiles = readonly (string | number)[];

/** The number of values per file in `FlatFiles`. */
export const VALUES_PER_FILE = 4;

export interface KnownRegistry {
  uri: string;
  state: NonNullable<FileRecord['registry']>;
}

export interface StoredRecords {
  read(): FileRecord[];
  /** The folder's section in a store, so that unread records can be stored again. */
  section?: { values(): unknown[] };
}

export function recordStore(): RecordStore {
  const live = new Map<string, Map<string, FileRecord>>();
  const stored = new Map<string, { facts: FolderFacts; records: StoredRecords }>();

  function liveIn(folder: string): Map<string, FileRecord> {
    let records = live.get(folder);
    const kept = stored.get(folder);
    if (!records || kept) {
      records = new Map((kept?.records.read() ?? []).map(record => [record.uri, record]));
      stored.delete(folder);
      live.set(folder, records);
    }
    return records;
  }

  function sizeOf(folder: string): number {
    const kept = stored.get(folder);
    return kept ? kept.facts.files.length / VALUES_PER_FILE : (live.get(folder)?.size ?? 0);
  }

  function urisIn(folder: string): string[] {
    const kept = stored.get(folder);
    if (!kept) return [...(live.get(folder)?.keys() ?? [])];
    return kept.facts.files.flatMap((name, at) => (at % VALUES_PER_FILE === 0 ? `${folder}/${name}` : []));
  }

  return {
    get: uri => liveIn(folderOf(uri)).get(uri),
    set: record => void liveIn(folderOf(record.uri)).set(record.uri, record),
    remove(uri) {
      const folder = folderOf(uri);
      const records = liveIn(folder);
      records.delete(uri);
      if (records.size === 0) live.delete(folder);
    },
    known(uri) {
      const folder = folderOf(uri);
      const kept = stored.get(folder);
      if (!kept) return live.get(folder)?.get(uri);
      const at = placeOf(nameOf(uri), kept.facts.files);
      if (at < 0) return undefined;
      return { size: kept.facts.files[at + 1] as number, changedAt: modificationTimeAt(kept.facts.files, at) };
    },
    uris: () => [...live.keys(), ...stored.keys()].flatMap(urisIn),
    inspection() {
      const folders = new Map<string, Met>();
      let folder = '';
      let here: Met = { known: 0, hits: 0, uris: [], next: 0 };
      return {
        // Hot path, called for each file of a workspace: allocates and looks up as little as possible.
        meet(uri, found) {
          if (!isIn(uri, folder)) {
            folder = folderOf(uri);
            here = folders.get(folder) ?? { known: sizeOf(folder), hits: 0, uris: [], next: 0 };
            folders.set(folder, here);
          }
          here.uris.push(uri);
          const files = stored.get(folder)?.facts.files;
          if (!files) {
            const known = live.get(folder)?.get(uri);
            if (known) here.hits++;
            return known !== undefined && known.size === found.size && known.changedAt === found.changedAt;
          }
          const name = nameOf(uri);
          // Files usually arrive in the same order as last time.
          const at = files[here.next] === name ? here.next : placeOf(name, files);
          if (at < 0) return false;
          here.hits++;
          here.next = at + VALUES_PER_FILE;
          return files[at + 1] === found.size && isTime(files, at, found.changedAt);
        },
        missed: () =>
          [...live.keys(), ...stored.keys()].flatMap(at => {
            const seen = folders.get(at);
            if (seen && seen.hits === seen.known) return [];
            const met = new Set(seen?.uris);
            return urisIn(at).filter(uri => !met.has(uri));
          }),
      };
    },
    all: () => [...live.keys(), ...stored.keys()].flatMap(folder => [...liveIn(folder).values()]),
    *each() {
      for (const folder of [...live.keys(), ...stored.keys()]) {
        const kept = stored.get(folder);
        yield* kept ? kept.records.read() : [...(live.get(folder)?.values() ?? [])];
      }
    },
    of: folder => (live.has(folder) || stored.has(folder) ? [...liveIn(folder).values()] : []),
    *registries() {
      for (const [folder, records] of live) {
        for (const record of records.values()) if (record.registry) yield [folder, knownRegistry(record)] as const;
      }
      for (const { facts } of stored.values()) for (const one of facts.registries) yield [facts.folder, one] as const;
    },
    changedAt() {
      let last = 0;
      for (const records of live.values())
        for (const record of records.values()) last = Math.max(last, record.entries.length > 0 ? record.changedAt : 0);
      for (const { facts } of stored.values()) {
        for (let at = 0; at < facts.files.length; at += VALUES_PER_FILE)
          last = Math.max(last, modificationTimeAt(facts.files, at));
      }
      return last;
    },
    *facts() {
      for (const [folder, records] of live) yield factsOf(folder, [...records.values()]);
      for (const { facts } of stored.values()) yield facts;
    },
    restore: (facts, records) => void stored.set(facts.folder, { facts, records }),
    stored: folder => stored.get(folder)?.records,
  };
}

interface Met {
  /** The number of files with a record in a folder, how many of them were passed to `meet`, and the index of the next expected one. */
  known: number;
  hits: number;
  next: number;
  uris: string[];
}

/** Returns a file's modification time, in milliseconds since 1970. */
export function modificationTimeAt(files: FlatFiles, at: number): number {
  return (files[at + 2] as number) * 1000 + (files[at + 3] as number) / 1000;
}

function timeOf(milliseconds: number): [seconds: number, microseconds: number] {
  const seconds = Math.floor(milliseconds / 1000);
  return [seconds, Math.round((milliseconds - seconds * 1000) * 1000)];
}

function isTime(files: FlatFiles, at: number, milliseconds: number): boolean {
  const [seconds, microseconds] = timeOf(milliseconds);
  return files[at + 2] === seconds && files[at + 3] === microseconds;
}

function placeOf(name: string, files: FlatFiles): number {
  for (let at = 0; at < files.length; at += VALUES_PER_FILE) if (files[at] === name) return at;
  return -1;
}

function isIn(uri: string, folder: string): boolean {
  const { length } = folder;
  return uri.charCodeAt(length) === SLASH && uri.indexOf('/', length + 1) < 0 && uri.startsWith(folder);
}

const SLASH = 47;

/** Returns the folder that contains a file. */
export function folderOf(uri: string): string {
  return uri.slice(0, Math.max(0, uri.lastIndexOf('/')));
}

function nameOf(uri: string): string {
  return uri.slice(uri.lastIndexOf('/') + 1);
}

function knownRegistry({ uri, registry }: FileRecord): KnownRegistry {
  if (!registry) throw new TypeError(`${uri} is no registry`);
  return { uri, state: registry };
}

function factsOf(folder: string, records: readonly FileRecord[]): FolderFacts {
  return {
    folder,
    files: records.flatMap(({ uri, size, changedAt }) => [nameOf(uri), size, ...timeOf(changedAt)]),
    registries: records.filter(({ registry }) => registry).map(knownRegistry),
  };
}

/**
 * Returns the unique key of a run: protocol, id and workspace folder. A file that is a run itself, without an id, is identified by its URI.
 */
export function runKey(family: string, id: string, scope: string): string {
  return `${family} ${id} ${scope}`;
}
