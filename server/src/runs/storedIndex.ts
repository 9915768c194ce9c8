import type { RunStatus, RunSummary } from '../model/run';
import type { Entry, FileRecord } from './fileRecord';
import type { FlatFiles, FolderFacts, StoredRecords } from './recordShelf';
import { runKey } from './runKey';

/** An index as it is kept for another time. Records, which are most of it, are read only when they are asked for. */
export interface StoredIndex {
  folders: StoredFolder[];
  groups: StoredGroup[];
}

export interface StoredFolder {
  facts: FolderFacts;
  records: StoredRecords;
  /** The runs that its files tell of, by their places among the groups. */
  groups: number[];
}

export interface StoredGroup {
  summary: RunSummary;
  /** Envelopes tell of it, not a registry alone. */
  told: boolean;
}

/** A section of a store: values that are read when they are asked for. */
interface Section {
  values(): unknown[];
}

/** Plain data for a store: a head, and a section for each folder, of which what was not read goes back as it was. */
export function toStore({ folders, groups }: StoredIndex): {
  head: unknown;
  sections: (Section | Iterable<unknown>)[];
} {
  const places = new Map<string, [folder: number, file: number]>();
  for (const [at, { facts }] of folders.entries()) {
    for (let file = 0; file < facts.files.length; file += 3)
      places.set(`${facts.folder}/${facts.files[file]}`, [at, file]);
  }
  const head: Head = {
    folders: folders.map(({ facts, groups }) => [facts.folder, facts.files, facts.registries, facts.changedAt, groups]),
    groups: groups.map(group => packed(group, places)),
  };
  return { head, sections: folders.map(({ records }) => records.section ?? recordLines(records.read())) };
}

/**
 * The same again. Trusts what a store gives back, which knows its own by version and hash.
 *
 * @param onDamaged called when a section can't be read: then nothing of this index is to be trusted any more
 */
export function fromStore(
  { head, sections }: { head: unknown; sections: readonly Section[] },
  onDamaged: () => void,
): StoredIndex {
  const { folders, groups } = head as Head;
  const uriOf = (folder: number, file: number) => `${folders[folder]?.[0]}/${folders[folder]?.[1][file]}`;
  return {
    folders: folders.map(([folder, files, registries, changedAt, groups], at) => ({
      facts: { folder, files, registries, changedAt },
      records: storedRecords(sections[at], onDamaged),
      groups,
    })),
    groups: groups.map(group => unpacked(group, uriOf)),
  };
}

/** Short, since all of it is read before anything else is done: names stand once, and values in the order of their types. */
interface Head {
  folders: [
    folder: string,
    files: FlatFiles,
    registries: FolderFacts['registries'],
    changedAt: number,
    groups: number[],
  ][];
  groups: PackedGroup[];
}

type PackedGroup = [
  /** Empty where it is made of the three that follow. */
  key: string,
  id: string,
  family: string,
  folder: string,
  title: string,
  status: RunStatus,
  startedAt: string,
  endedAt: string,
  agents: string[],
  /** Of each the folder and its place there. */
  files: number[],
  registry: string,
  steps: number,
  problems: [number, number, number],
  rules: string[],
  changedAt: number,
  told: 0 | 1,
];

function packed({ summary, told }: StoredGroup, places: ReadonlyMap<string, [number, number]>): PackedGroup {
  const { key, id, family, folder, title, status, startedAt, endedAt, agents, files, registry } = summary;
  const { error, warning, info } = summary.problems;
  return [
    key === runKey(family, id, folder) ? '' : key,
    id,
    family,
    folder,
    title === id ? '' : title,
    status,
    startedAt === undefined ? '' : String(startedAt),
    endedAt === undefined ? '' : String(endedAt),
    agents,
    files.flatMap(uri => places.get(uri) ?? []),
    registry ?? '',
    summary.steps,
    [error, warning, info],
    summary.rules,
    summary.changedAt,
    told ? 1 : 0,
  ];
}

function unpacked(group: PackedGroup, uriOf: (folder: number, file: number) => string): StoredGroup {
  const [key, id, family, folder, title, status, startedAt, endedAt, agents, places, registry, steps] = group;
  const [, , , , , , , , , , , , [error, warning, info], rules, changedAt, told] = group;
  const files: string[] = [];
  for (let i = 0; i + 1 < places.length; i += 2) files.push(uriOf(places[i] as number, places[i + 1] as number));
  const problems = { error, warning, info };
  const summary: RunSummary = {
    key: key || runKey(family, id, folder),
    id,
    family,
    folder,
    title: title || id,
    status,
    agents,
    files,
    steps,
    problems,
    rules,
    changedAt,
  };
  if (startedAt !== '') summary.startedAt = BigInt(startedAt);
  if (endedAt !== '') summary.endedAt = BigInt(endedAt);
  if (registry !== '') summary.registry = registry;
  return { told: told === 1, summary };
}

// A log may have very many entries: they are written and read some at a time.
const ENTRIES_AT_ONCE = 1000;

function* recordLines(records: readonly FileRecord[]): Generator<FileRecord | Entry[]> {
  for (const record of records) {
    const { entries } = record;
    if (entries.length <= ENTRIES_AT_ONCE) {
      yield record;
      continue;
    }
    yield { ...record, entries: [] };
    for (let at = 0; at < entries.length; at += ENTRIES_AT_ONCE) yield entries.slice(at, at + ENTRIES_AT_ONCE);
  }
}

function storedRecords(section: Section | undefined, onDamaged: () => void): StoredRecords {
  const read = () => {
    const records: FileRecord[] = [];
    for (const value of valuesOf(section, onDamaged) as (FileRecord | Entry[])[]) {
      if (!Array.isArray(value)) records.push(value);
      else for (const entry of value) records.at(-1)?.entries.push(entry);
    }
    return records;
  };
  return { read, ...(section && { section }) };
}

function valuesOf(section: Section | undefined, onDamaged: () => void): unknown[] {
  try {
    return section?.values() ?? [];
  } catch {
    onDamaged();
    return [];
  }
}
