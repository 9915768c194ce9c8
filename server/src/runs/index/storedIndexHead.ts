import type { LogCheckpoint } from '../../model/disk';
import type { DraftLinks, Effect, ProblemCounts, RegistryState } from '../../model/run';
import {
  isAnything,
  isBigInt,
  isCount,
  isListOf,
  isNumber,
  isOneOf,
  isPath,
  isRecord,
  isRecordOf,
  isText,
  type RecordShape,
  type Shape,
} from '../../shared/validateShape';
import type { Entry, FileRecord, PartCheck, RunProblem } from '../reading/fileRecord';
import { type FlatFiles, type KnownRegistry, VALUES_PER_FILE } from './recordStore';

/** Checks whether a value from the stored index is a run's status. Stored data is validated, since it may be damaged. */
const isRunStatus = isOneOf('running', 'succeeded', 'failed', 'blocked', 'cancelled', 'unknown');

const isTrue = isOneOf(true);
const isTextOrCount: Shape<string | number> = (value): value is string | number => isText(value) || isCount(value);
const isFlag = isOneOf(true, false);
// A part of a file may not have an id such as `constructor`: problems are looked up by it in an object.
const isPartId: Shape<string> = (value): value is string => isText(value) && !(value in Object.prototype);

const isProblemCounts = isRecord<ProblemCounts>({
  required: { error: isCount, warning: isCount, info: isCount },
  optional: {},
});
const isPartCheck = isRecord<PartCheck>({
  required: { problems: isProblemCounts, rules: isListOf(isText) },
  optional: {},
});

const isRunProblem = isRecord<RunProblem>({
  required: { rule: isText, severity: isOneOf('error', 'warning', 'info'), message: isText, path: isPath },
  optional: { on: isOneOf('key', 'value', 'open') },
});

const isLineStart = isRecord<LogCheckpoint['starts'][number]>({
  required: { offset: isCount, line: isCount },
  optional: {},
});
const isMark = isRecord<LogCheckpoint>({
  required: { offset: isCount, line: isCount, tail: isText, starts: isListOf(isLineStart) },
  optional: {},
});

const isWorkflow = isRecord<RegistryState['workflows'][number]>({
  required: { name: isText, status: isRunStatus },
  optional: {},
});

/** Checks the stored state of the workflow runs that a state registry records. */
const isRegistryState = isRecord<KnownRegistry['state']>({
  required: { feature: isText, family: isText, workflows: isListOf(isWorkflow) },
  optional: {},
});

const EFFECTS: { readonly [Name in Effect['do']]: RecordShape<object> } = {
  write: fields({ path: isText, operation: isText }),
  document: fields({ name: isText, status: isText }),
  decision: fields({ text: isText }),
  note: fields({ text: isText }),
  question: fields({ id: isText, status: isText }, { text: isText, priority: isText }),
  gap: fields({ id: isText, status: isText }, { text: isText, priority: isText }),
  handoff: fields({ to: isText }, { text: isText }),
  call: fields({ tool: isText }, { id: isText }),
  result: fields({ ok: isFlag }, { id: isText, tool: isText }),
  budget: fields({ state: isText }),
  approval: fields({ state: isText }),
  evaluation: fields({ name: isText }, { label: isText, score: isNumber, text: isText, isGood: isFlag }),
  usage: fields(
    {},
    {
      call: isText,
      isTotal: isTrue,
      tokens: isNumber,
      cost: isNumber,
      input: isNumber,
      output: isNumber,
      cached: isNumber,
      written: isNumber,
      reasoning: isNumber,
    },
  ),
};

function fields(required: Record<string, Shape>, optional: Record<string, Shape> = {}): RecordShape<object> {
  return { required: { ...required, do: isText }, optional };
}

const effectShapes = new Map<unknown, Shape>(
  Object.entries(EFFECTS).map(([name, shape]) => [name, isRecord<object>(shape)]),
);
const isEffect: Shape<Effect> = (value): value is Effect => {
  const name = (value as Partial<Effect> | null)?.do;
  return effectShapes.get(name)?.(value) ?? false;
};

const isLinks = isRecord<DraftLinks>({
  required: {},
  optional: {
    from: isText,
    agentName: isText,
    starts: isListOf(isText),
    line: isText,
    after: isText,
    request: isText,
    follows: isText,
  },
});

/** Checks whether a stored value is an entry of the index: the data about one envelope in a file. */
export const isEntry = isRecord<Entry>({
  required: { part: isPartId, kind: isText, title: isText, outcome: isOneOf('ok', 'failed', 'pending', 'unknown') },
  optional: {
    key: isText,
    isUnique: isTrue,
    run: isText,
    opensRun: isTrue,
    space: isText,
    side: isOneOf('ask', 'answer'),
    pair: isText,
    parent: isText,
    holds: isText,
    order: isNumber,
    at: isBigInt,
    duration: isBigInt,
    agent: isText,
    peer: isText,
    model: isText,
    agentVersion: isText,
    service: isText,
    conversation: isText,
    failure: isText,
    confidence: isNumber,
    retry: isText,
    status: isRunStatus,
    about: isText,
    titleRank: isNumber,
    repeats: isOneOf('snapshot', 'echo', 'piece'),
    isIgnored: isTrue,
    links: isLinks,
    marks: isListOf(isText),
    path: isPath,
    rule: isText,
    effects: isListOf(isEffect),
    maybe: isTrue,
    history: isTrue,
    isRepeated: isTrue,
  },
});

/** Checks a file record that was read from a store. */
export const isFileRecord = isRecord<FileRecord>({
  required: { uri: isText, entries: isListOf(isEntry), changedAt: isNumber, size: isNumber },
  optional: {
    registry: isRegistryState,
    checks: isRecordOf(isPartCheck),
    inRuns: isRecordOf(isListOf(isRunProblem)),
    stray: isPartCheck,
    unknown: isRecordOf(isCount),
    around: isTrue,
    mark: isMark,
    checkedTo: isMark,
  },
});

/**
 * The head of a stored index, which is read first. It is compact: repeated words are indices into a list, and no number has a fraction or
 * more than nine digits, which would take ten times as long to parse.
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
  /** Empty if there is none. */
  conversation: string,
  /** Types of records that no reader knows, each followed by their number. */
  unknown: (string | number)[],
];

/** Returns whether a stored value is a head whose indices all exist. */
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

/** Returns whether all indices in a group exist. */
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
  return at < length && at % VALUES_PER_FILE === 0;
}

// A longer text is no time, and parsing a very long one would take very long.
function isTime(text: string): boolean {
  return /^(?:|-?\d{1,1000})$/.test(text);
}

function areDistinct(names: readonly string[]): boolean {
  return new Set(names).size === names.length;
}

function isTuple(...shapes: readonly Shape[]): Shape<unknown[]> {
  return (value): value is unknown[] =>
    Array.isArray(value) && value.length === shapes.length && shapes.every((shape, at) => shape(value[at]));
}

const isCounts = isListOf(isCount);
const isTexts = isListOf(isText);
const isFiles: Shape<unknown[]> = (value): value is unknown[] =>
  Array.isArray(value) &&
  value.length % VALUES_PER_FILE === 0 &&
  value.every((one, at) => (at % VALUES_PER_FILE === 0 ? isText(one) : Number.isSafeInteger(one)));
const isRegistry: Shape<number> = (value): value is number => value === -1 || isCount(value);

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
  isText,
  isListOf(isTextOrCount),
);

const isHeadShape = isRecord<Omit<StoredHead, 'under'> & { under?: unknown }>({
  required: { folders: isListOf(isFolder), groups: isListOf(isGroup), words: isTexts },
  optional: { under: isAnything },
});
