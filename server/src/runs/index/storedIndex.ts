import type { RunStatus, RunSummary } from '../../model/run';
import { isListOf } from '../../shared/validateShape';
import type { Entry, FileRecord } from '../reading/fileRecord';
import { type FolderFacts, modificationTimeAt, runKey, type StoredRecords, VALUES_PER_FILE } from './recordStore';
import { isEntry, isFileRecord, isStoredHead, type StoredGroupTuple, type StoredHead } from './storedIndexHead';

/** The index of workflow runs in a form that can be stored on disk. The data of its files take most of the space, and are read only on demand. */
export interface StoredIndex {
  folders: StoredFolder[];
  groups: StoredGroup[];
  /** The context that the index was made in, apart from files and settings. */
  under?: unknown;
}

export interface StoredFolder {
  facts: FolderFacts;
  records: StoredRecords;
  /** The runs of the folder's files, as indices of groups. */
  groups: number[];
}

export interface StoredGroup {
  summary: RunSummary;
  space: string;
}

/** A section of a store: values that are read on demand. */
interface Section {
  values(): unknown[];
}

/**
 * Serialises an index: a head, and a section for each folder. Sections that were never read are passed on unchanged.
 */
export function serializeIndex({ folders, groups, under }: StoredIndex): {
  head: unknown;
  sections: (Section | Iterable<unknown>)[];
} {
  const places = new Map<string, [folder: number, file: number]>();
  for (const [at, { facts }] of folders.entries()) {
    for (let file = 0; file < facts.files.length; file += VALUES_PER_FILE) places.set(uriIn(facts, file), [at, file]);
  }
  const words = wordList();
  const head: StoredHead = {
    folders: folders.map(({ facts, groups }) => [
      facts.folder,
      facts.files,
      facts.registries.map(({ uri, state }) => [places.get(uri)?.[1] ?? 0, state]),
      groups,
    ]),
    groups: groups.map(group => packed(group, places, words.placeOf)),
    words: words.all,
    ...(under !== undefined && { under }),
  };
  return { head, sections: folders.map(({ records }) => records.section ?? recordLines(records.read())) };
}

/**
 * Deserialises an index; undefined if the data has another shape, even with a valid version and hash.
 *
 * @param onDamaged called when a section can't be read or has another shape: nothing of this index can be trusted any
 * more
 */
export function deserializeIndex(
  { head, sections }: { head: unknown; sections: readonly Section[] },
  onDamaged: () => void,
): StoredIndex | undefined {
  if (!isStoredHead(head, sections.length)) return undefined;
  const { folders, groups, words, under } = head;
  const kept = folders.map(([folder, files, registries, groups], at): StoredFolder => {
    const known = registries.map(([file, state]) => ({ uri: `${folder}/${files[file]}`, state }));
    const facts = { folder, files, registries: known };
    return { facts, records: storedRecords(sections[at], facts, onDamaged), groups };
  });
  return { folders: kept, groups: groups.map(group => unpacked(group, kept, words)), under };
}

/** Creates a list of distinct words, indexed in order of first use. */
function wordList() {
  const places = new Map<string, number>();
  return {
    placeOf(word: string): number {
      const place = places.get(word) ?? places.size;
      places.set(word, place);
      return place;
    },
    get all() {
      return [...places.keys()];
    },
  };
}

function packed(
  { summary, space }: StoredGroup,
  places: ReadonlyMap<string, [number, number]>,
  placeOf: (word: string) => number,
): StoredGroupTuple {
  const {
    key,
    id,
    family,
    folder,
    title,
    status,
    reason = '',
    startedAt,
    endedAt,
    agents,
    files,
    registry,
    problems,
    rules,
    isOfServices = false,
    conversation = '',
    unknown = {},
  } = summary;
  const counts = [problems.error, problems.warning, problems.info];
  return [
    key === runKey(space, id, folder) ? '' : key,
    id,
    placeOf(family),
    placeOf(folder),
    title === id ? '' : title,
    placeOf(status),
    reason,
    startedAt === undefined ? '' : String(startedAt),
    endedAt === startedAt ? '' : String(endedAt),
    summary.steps,
    placeOf(space),
    agents.map(placeOf),
    files.flatMap(uri => places.get(uri) ?? []),
    registry === undefined ? -1 : files.indexOf(registry),
    counts.some(count => count > 0) ? [...counts, ...rules.map(placeOf)] : [],
    isOfServices ? 1 : 0,
    conversation,
    Object.entries(unknown).flat(),
  ];
}

function unpacked(group: StoredGroupTuple, folders: readonly StoredFolder[], words: readonly string[]): StoredGroup {
  const [
    key,
    id,
    family,
    folder,
    title,
    status,
    reason,
    startedAt,
    endedAt,
    steps,
    space,
    agents,
    places,
    registry,
    problems,
    isOfServices,
    conversation,
    unknown,
  ] = group;
  const word = (at: number) => words[at] ?? '';
  const files: string[] = [];
  let changedAt = 0;
  for (let i = 0; i + 1 < places.length; i += 2) {
    const facts = folders[places[i] as number]?.facts;
    const file = places[i + 1] as number;
    if (!facts) continue;
    files.push(uriIn(facts, file));
    changedAt = Math.max(changedAt, modificationTimeAt(facts.files, file));
  }
  const [error = 0, warning = 0, info = 0, ...rules] = problems;
  const summary: RunSummary = {
    key: key || runKey(word(space), id, word(folder)),
    id,
    family: word(family),
    folder: word(folder),
    title: title || id,
    status: word(status) as RunStatus,
    agents: agents.map(word),
    files,
    steps,
    problems: { error, warning, info },
    rules: rules.map(word),
    changedAt,
  };
  if (reason !== '') summary.reason = reason;
  if (startedAt !== '') summary.startedAt = BigInt(startedAt);
  if (endedAt !== '') summary.endedAt = BigInt(endedAt);
  else if (summary.startedAt !== undefined) summary.endedAt = summary.startedAt;
  const own = files[registry];
  if (own !== undefined) summary.registry = own;
  if (isOfServices === 1) summary.isOfServices = true;
  if (conversation !== '') summary.conversation = conversation;
  if (unknown.length > 0) {
    const types = unknown.filter(one => typeof one === 'string');
    const counts = unknown.filter(one => typeof one === 'number');
    summary.unknown = Object.fromEntries(types.map((type, at) => [type, counts[at] ?? 0]));
  }
  return { space: word(space), summary };
}

function uriIn({ folder, files }: FolderFacts, file: number): string {
  return `${folder}/${files[file]}`;
}

// A log may have very many entries: they are written and read in batches.
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

function storedRecords(section: Section | undefined, facts: FolderFacts, onDamaged: () => void): StoredRecords {
  const read = () => {
    const records = section && recordsIn(section, facts);
    if (!records) onDamaged();
    return records ?? [];
  };
  return { read, ...(section && { section }) };
}

/**
 * Reads the records of a section; undefined if it can't be read, or doesn't have the records of the folder's files.
 */
function recordsIn(section: Section, { folder, files }: FolderFacts): FileRecord[] | undefined {
  const records: FileRecord[] = [];
  const isEntries = isListOf(isEntry);
  try {
    for (const value of section.values()) {
      if (isFileRecord(value)) records.push(value);
      else if (isEntries(value)) for (const entry of value) records.at(-1)?.entries.push(entry);
      else return undefined;
    }
  } catch {
    return undefined;
  }
  const isComplete = records.length * VALUES_PER_FILE === files.length;
  return isComplete && records.every(({ uri }, at) => uri === `${folder}/${files[at * VALUES_PER_FILE]}`)
    ? records
    : undefined;
}
