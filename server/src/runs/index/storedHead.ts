import { isCount, isListOf, isRecord, isText, type Shape } from '../../text/shape';
import { isRegistryState, isRunStatus } from './recordShape';
import { FLAT, type FlatFiles, type KnownRegistry } from './recordStore';

/**
 * The part of a stored index that is read first. Kept short: repeated words are indices into a list, and no number has
 * a fraction or more than nine digits, which would take ten times as long to parse.
 */
export interface StoredHead {
  folders: [
    folder: string,
    files: FlatFiles,
    registries: [file: number, state: KnownRegistry['state']][],
    groups: number[],
  ][];
  groups: StoredGroupTuple[];
  words: string[];
  under?: unknown;
}

export type StoredGroupTuple = [
  /** Empty if it is the default key: scope, id and folder. */
  key: string,
  id: string,
  family: number,
  folder: number,
  /** Empty if it equals the id. */
  title: string,
  status: number,
  /** Empty if there is none. */
  reason: string,
  /** Empty if unknown. */
  startedAt: string,
  /** Empty if it equals the start. */
  endedAt: string,
  steps: number,
  space: number,
  agents: number[],
  /** For each file, the folder and its index there; the registry, if any, follows the last file. */
  files: number[],
  registry: number,
  /** Numbers of errors, warnings and infos, then the rules; empty if there are none. */
  problems: number[],
  /** Whether it is a trace of services: 1 or 0. */
  isOfServices: number,
];

/** Whether a stored value is a head whose indices all exist. */
export function isStoredHead(value: unknown, sections: number): value is StoredHead {
  if (!isHeadShape(value)) return false;
  const { folders, groups, words } = value as StoredHead;
  if (folders.length !== sections || !areDistinct(folders.map(([folder]) => folder))) return false;
  return (
    folders.every(([, files, registries, own]) => {
      const isFile = (at: number) => isPlaceOfFile(at, files.length);
      return registries.every(([file]) => isFile(file)) && own.every(at => at < groups.length);
    }) && groups.every(group => leadsInside(group, folders, words))
  );
}

/** Whether all indices in a group exist. */
function leadsInside(group: StoredGroupTuple, folders: StoredHead['folders'], words: readonly string[]): boolean {
  const [, , family, folder, , status, , startedAt, endedAt, , space, agents, files, registry, problems] = group;
  const named = [family, folder, status, space, ...agents, ...problems.slice(COUNTS)];
  if (named.some(at => at >= words.length) || !isRunStatus(words[status])) return false;
  if (![startedAt, endedAt].every(isTime)) return false;
  if (problems.length > 0 && problems.length < COUNTS) return false;
  if (files.length % 2 > 0 || registry >= files.length / 2) return false;
  return files.every((at, index) => {
    if (index % 2 === 0) return at < folders.length;
    return isPlaceOfFile(at, folders[files[index - 1] ?? -1]?.[1].length ?? 0);
  });
}

/** The number of severities: errors, warnings, infos. */
const COUNTS = 3;

function isPlaceOfFile(at: number, length: number): boolean {
  return at < length && at % FLAT === 0;
}

// A longer text is no time, and parsing a very long one would take very long.
function isTime(text: string): boolean {
  return /^(?:|-?\d{1,1000})$/.test(text);
}

function areDistinct(names: readonly string[]): boolean {
  return new Set(names).size === names.length;
}

function isTuple(...shapes: readonly Shape[]): Shape {
  return value =>
    Array.isArray(value) && value.length === shapes.length && shapes.every((shape, at) => shape(value[at]));
}

const isCounts = isListOf(isCount);
const isTexts = isListOf(isText);
const isFiles: Shape = value =>
  Array.isArray(value) &&
  value.length % FLAT === 0 &&
  value.every((one, at) => (at % FLAT === 0 ? isText(one) : Number.isSafeInteger(one)));
const isRegistry: Shape = value => value === -1 || isCount(value);

const isFolder = isTuple(isText, isFiles, isListOf(isTuple(isCount, isRegistryState)), isCounts);
const isGroup = isTuple(
  isText,
  isText,
  isCount,
  isCount,
  isText,
  isCount,
  isText,
  isText,
  isText,
  isCount,
  isCount,
  isCounts,
  isCounts,
  isRegistry,
  isCounts,
  isCount,
);

const isHeadShape = isRecord<Omit<StoredHead, 'under'> & { under?: unknown }>({
  required: { folders: isListOf(isFolder), groups: isListOf(isGroup), words: isTexts },
  optional: { under: () => true },
});
