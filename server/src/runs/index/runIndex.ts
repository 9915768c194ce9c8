import type { RegistryState, RunStatus, RunSummary } from '../../model/run';
import { FEATURE_RUNS, featureRunId } from '../../registry/featureRunId';
import { fileNameOf } from '../../text/decodeUri';
import { memoizeLastByObject } from '../../text/memoize';
import { mergeRepeats } from '../assembly/continuedRuns';
import { correctClocks } from '../assembly/correctClocks';
import { countUsageOnce } from '../assembly/countUsageOnce';
import type { TextDigests } from '../assembly/digestEnvelopeTexts';
import { isSamePiece, stepRuns } from '../assembly/folderRuns';
import { type AssembledRun, type FileStep, type IndexedRun, indexedRun, stepsByFile } from '../assembly/indexedRun';
import { inheritAgents, inheritModels, markReplacedPrompts, nestThreads } from '../assembly/inheritAgents';
import { foldCopiedFiles, mergeCopies } from '../assembly/mergeCopies';
import { type OrderedSteps, orderedSteps } from '../assembly/orderedSteps';
import { runFacts } from '../assembly/runSummary';
import type { RunPiece, StepRef } from '../assembly/stepRef';
import { type FileRecord, familyOf } from '../reading/fileRecord';
import {
  folderOf,
  type Inspection,
  type KnownFile,
  type KnownRegistry,
  type RecordStore,
  recordStore,
  runKey,
} from './recordStore';
import type { StoredIndex } from './storedIndex';

/** The index of all workflow runs in the files of a workspace. Files can be added and removed at any time; runs are assembled on request. */
export interface RunIndex {
  /** Adds or replaces a file's record. */
  set(record: FileRecord): void;
  remove(uri: string): void;
  record(uri: string): FileRecord | undefined;
  /** Returns the size and time of a file with a record. */
  known(uri: string): KnownFile | undefined;
  /** Returns the URIs of the files with a record. */
  uris(): string[];
  /** Compares the records with the files on disk. */
  inspection(): Inspection;
  records(): FileRecord[];
  /** The records of the files directly in a folder. */
  recordsIn(folder: string): readonly FileRecord[];
  /** Yields all records one after the other, without keeping stored records in memory. */
  eachRecord(): Iterable<FileRecord>;
  /** Increases with each change: an equal number means equal answers. */
  revision(): number;
  /** The number of runs. */
  size(): number;
  /** The time when a file with steps was last modified: milliseconds since 1970. */
  changedAt(): number;
  /** The summaries of all runs, unordered. */
  runs(): RunSummary[];
  run(key: string): IndexedRun | undefined;
  /** The steps in a file, in the order of the runs. */
  stepsIn(uri: string): FileStep[];
  /** Returns the index in a form that can be stored. */
  stored(): StoredIndex;
}

interface Group {
  key: string;
  id: string;
  space: string;
  folder: string;
  /** The pieces of the run by folder; undefined for a folder whose records are still in the store. */
  pieces: Map<string, RunPiece | undefined>;
  made?: Made;
}

/** An assembled run. A run from a stored index has no steps yet. */
interface Made extends Omit<AssembledRun, 'steps'> {
  steps?: OrderedSteps;
  /** The record of the registry that it was assembled with. */
  registry: FileRecord | 'as stored' | undefined;
}

interface RunIndexOptions {
  /** URIs of the current workspace folders: runs of two folders are never the same run. */
  folders(): readonly string[];
  /** The stored index of the last session. */
  before?: StoredIndex | undefined;
  /** The title of a family that a file of the workspace folder declares. */
  titleOf?(family: string, folder: string): string | undefined;
  digestsOf: TextDigests;
}

export function runIndex({ folders, before, titleOf = () => undefined, digestsOf }: RunIndexOptions): RunIndex {
  const store: RecordStore = recordStore();
  const groups = new Map<string, Group>();
  const groupsOf = new Map<string, Group[]>();
  const dirty = new Set<string>();
  let unsettled = false;
  let revision = 0;
  /** The steps by folder, then by file. */
  let folderSteps = new Map<string, Map<string, FileStep[]>>();
  let registries = new Map<string, KnownRegistry>();
  // A stored index needs no registries until a run changes or is asked for.
  let knowsRegistries = false;
  if (before) restore(before);

  function restore({ folders: kept, groups: known }: StoredIndex): void {
    const restored = known.map(({ summary, space }): Group => {
      const { key, id, folder } = summary;
      const group: Group = {
        key,
        id,
        folder,
        space,
        pieces: new Map(),
        made: { summary, registry: 'as stored' },
      };
      groups.set(key, group);
      return group;
    });
    for (const { facts, records, groups: here } of kept) {
      store.restore(facts, records);
      const own = here.flatMap(at => restored[at] ?? []);
      for (const group of own) group.pieces.set(facts.folder, undefined);
      groupsOf.set(facts.folder, own);
    }
  }

  function touched(folder: string): void {
    dirty.add(folder);
    unsettled = true;
    revision++;
  }

  function settle(): void {
    if (!unsettled) return;
    unsettled = false;
    folderSteps = new Map();
    for (const folder of dirty) regroup(folder);
    knowRegistries();
    for (const group of groups.values()) if (group.made && !isStillSo(group, group.made)) delete group.made;
    dirty.clear();
  }

  function isStillSo(group: Group, { registry, summary }: Made): boolean {
    const now = registryOf(group);
    // Compares records: a check changes the problems of a record, but not the state in it.
    if (registry !== 'as stored') return registry === (now && store.get(now.uri));
    return summary.registry === now?.uri && !(now && dirty.has(folderOf(now.uri)));
  }

  // A growing file changes only the runs that it contributes to; other runs of its folder stay as they are.
  function regroup(folder: string): void {
    const before = new Map<string, { piece: RunPiece; made: Made }>();
    for (const group of groupsOf.get(folder) ?? []) {
      const piece = group.pieces.get(folder);
      if (piece && group.made) before.set(group.key, { piece, made: group.made });
      group.pieces.delete(folder);
      delete group.made;
      if (group.pieces.size === 0) groups.delete(group.key);
    }
    const records = store.of(folder);
    if (records.length === 0) {
      groupsOf.delete(folder);
      return;
    }
    const root = rootOf(folder, folders());
    groupsOf.set(
      folder,
      foldCopiedFiles(stepRuns(records), digestsOf).map(piece => {
        const group = groupFor(piece, root);
        group.pieces.set(folder, piece);
        const known = before.get(group.key);
        if (known && isSamePiece(known.piece, piece)) group.made = known.made;
        else delete group.made;
        return group;
      }),
    );
  }

  function groupFor({ space, id, file }: Omit<RunPiece, 'refs'>, folder: string): Group {
    const key = runKey(space, id ?? '', id === undefined ? (file ?? '') : folder);
    const known = groups.get(key);
    if (known) return known;
    const group: Group = { key, space, folder, id: id ?? fileNameOf(file ?? ''), pieces: new Map() };
    groups.set(key, group);
    return group;
  }

  // A registry creates runs that have no envelopes, and sets the status of those that have.
  function knowRegistries(): void {
    const known = new Map<string, KnownRegistry>();
    const own = new Set<Group>();
    for (const [folder, registry] of store.registries()) {
      const root = rootOf(folder, folders());
      for (const id of runsOfRegistry(registry.state)) {
        const place = nameIn({ folder: root, id });
        known.set(place, preferredRegistry(known.get(place), registry));
        own.add(groupFor({ space: FEATURE_RUNS, id }, root));
      }
    }
    registries = known;
    knowsRegistries = true;
    for (const [key, group] of groups) if (group.pieces.size === 0 && !own.has(group)) groups.delete(key);
  }

  function registryOf(group: Group): KnownRegistry | undefined {
    return group.space === FEATURE_RUNS ? registries.get(nameIn(group)) : undefined;
  }

  function made(group: Group): Made {
    group.made ??= make(group);
    return group.made;
  }

  /** Returns the run of a group, with its steps. */
  function withSteps(group: Group): Made & AssembledRun {
    if (!made(group).steps) group.made = make(group);
    return group.made as Made & AssembledRun;
  }

  function make(group: Group): Made & AssembledRun {
    const { key, id, folder } = group;
    const pieces = [...group.pieces.keys()].sort().map(at => group.pieces.get(at) ?? pieceFrom(group, at));
    const [only] = pieces;
    const refs = pieces.length === 1 && only ? only.refs : pieces.flatMap(piece => piece?.refs ?? []);
    const { title, own } = withoutNames(withoutHistory(refs));
    const ordered = correctClocks(orderedSteps(nestThreads(mergeRepeats(mergeCopies(own, digestsOf)))));
    const steps = markReplacedPrompts(settleCalls(inheritModels(inheritAgents(countUsageOnce(ordered)))));
    if (!knowsRegistries) knowRegistries();
    const registry = registryOf(group);
    const record = registry && store.get(registry.uri);
    const facts = runFacts(steps, id, record && { record, status: runStatusIn(registry.state, id) }, title);
    const [first] = steps.refs;
    const family = first ? familyOf(first.entry) : (registry?.state.family ?? group.space);
    return { steps, summary: { key, id, family, folder, ...facts }, registry: record };
  }

  // Results derived from a run are cached by its summary, which is the same object as long as the run is the same.
  const withProtocol = memoizeLastByObject((summary: RunSummary, protocol: string) => ({ ...summary, protocol }));
  // Titles are resolved on request: a stored index is loaded before the declarations of its families.
  function titles(): (summary: RunSummary) => RunSummary {
    const known = new Map<string, string | undefined>();
    return summary => {
      const key = `${summary.family} ${summary.folder}`;
      if (!known.has(key)) known.set(key, titleOf(summary.family, summary.folder));
      const protocol = known.get(key);
      return protocol === undefined ? summary : withProtocol(summary, protocol);
    };
  }

  // The folder is unchanged since it was stored; only its pieces have to be made again.
  function pieceFrom(group: Group, folder: string): RunPiece | undefined {
    const root = rootOf(folder, folders());
    for (const piece of foldCopiedFiles(stepRuns(store.of(folder)), digestsOf))
      groupFor(piece, root).pieces.set(folder, piece);
    return group.pieces.get(folder);
  }

  return {
    set(record) {
      const isKnown = store.known(record.uri) !== undefined;
      store.set(record);
      if (isKnown || record.entries.length > 0 || record.registry) touched(folderOf(record.uri));
    },
    remove(uri) {
      if (!store.known(uri)) return;
      store.remove(uri);
      touched(folderOf(uri));
    },
    record: uri => (store.known(uri) ? store.get(uri) : undefined),
    known: store.known,
    uris: store.uris,
    inspection: store.inspection,
    records: store.all,
    recordsIn: store.of,
    eachRecord: store.each,
    revision: () => revision,
    size() {
      settle();
      return groups.size;
    },
    changedAt: store.changedAt,
    runs() {
      settle();
      const titled = titles();
      return [...groups.values()].map(group => titled(made(group).summary));
    },
    run(key) {
      settle();
      const group = groups.get(key);
      if (!group) return undefined;
      const run = withSteps(group);
      return indexedRun(run, titles()(run.summary));
    },
    stepsIn(uri) {
      settle();
      const folder = folderOf(uri);
      let steps = folderSteps.get(folder);
      if (!steps) {
        steps = stepsByFile((groupsOf.get(folder) ?? []).map(withSteps));
        folderSteps.set(folder, steps);
      }
      return steps.get(uri) ?? NO_STEPS;
    },
    stored() {
      settle();
      const all = [...groups.values()];
      const places = new Map(all.map((group, at) => [group, at]));
      return {
        groups: all.map(group => ({ summary: made(group).summary, space: group.space })),
        folders: [...store.facts()].map(facts => ({
          facts,
          records: store.stored(facts.folder) ?? { read: () => [...store.of(facts.folder)] },
          groups: (groupsOf.get(facts.folder) ?? []).flatMap(group => places.get(group) ?? []),
        })),
      };
    },
  };
}

const NO_STEPS: FileStep[] = [];

function nameIn({ folder, id }: Pick<Group, 'folder' | 'id'>): string {
  return `${folder} ${id}`;
}

/** Separates the entries that only give the run a title from the entries of its steps. */
function withoutNames(refs: StepRef[]): { own: StepRef[]; title?: string } {
  const names = refs.flatMap(({ entry }) => (entry.titleRank === undefined ? [] : [entry]));
  if (names.length === 0) return { own: refs };
  const rank = Math.max(...new Set(names.map(({ titleRank = 0 }) => titleRank)));
  const title = names.findLast(({ titleRank }) => titleRank === rank)?.title;
  const own = refs.filter(({ entry }) => entry.titleRank === undefined);
  return { own: own.length > 0 ? own : refs, ...(title !== undefined && { title }) };
}

function withoutHistory(refs: StepRef[]): StepRef[] {
  if (!refs.some(({ entry }) => entry.history)) return refs;
  const primary = refs.filter(({ entry }) => !entry.history);
  return primary.length > 0 ? primary : refs;
}

/** Returns the innermost workspace folder that contains a folder; empty if there is none. */
function rootOf(folder: string, folders: readonly string[]): string {
  let best = '';
  for (const one of folders) {
    if ((folder === one || folder.startsWith(`${one}/`)) && one.length > best.length) best = one;
  }
  return best;
}

/** Makes the outcome of a call without a result unknown once its agent, or the program on the agent's behalf, has ended the turn. */
function settleCalls(steps: OrderedSteps): OrderedSteps {
  const { refs, parents } = steps;
  if (!refs.some(isOpenCall)) return steps;
  const ended = new Set<string | symbol | undefined>();
  const settled = refs.toReversed().map((ref): StepRef => {
    const { side: _side, ...entry } = ref.entry;
    const { status, kind, agent } = entry;
    if (status !== undefined && ENDS.has(status)) ended.add(OF_PROGRAM.test(kind) ? EVERY_AGENT : agent);
    const isOver = isOpenCall(ref) && (ended.has(agent) || ended.has(EVERY_AGENT));
    return isOver ? { ...ref, entry: { ...entry, outcome: 'unknown' } } : ref;
  });
  return { refs: settled.reverse(), parents };
}

/** Returns whether a call in an agent's log still has no result. Excludes calls of protocols, which have deadlines. */
function isOpenCall({ entry: { side, kind }, answer }: StepRef): boolean {
  return side === 'ask' && !answer && kind.endsWith(':tool');
}

const ENDS: ReadonlySet<string> = new Set(['succeeded', 'failed', 'cancelled']);
const OF_PROGRAM = /:(?:error|program)$/;
const EVERY_AGENT = Symbol('every agent');

/** Returns the runs of a registry: the workflows that have begun; all workflows if none has. */
function runsOfRegistry({ feature, workflows }: RegistryState): string[] {
  if (!feature) return [];
  const begun = workflows.filter(({ status }) => status !== 'unknown');
  return (begun.length > 0 ? begun : workflows).map(({ name }) => featureRunId(feature, name));
}

/** Returns a run's status according to a registry. */
function runStatusIn({ feature, workflows }: RegistryState, run: string): RunStatus {
  return workflows.find(({ name }) => featureRunId(feature, name) === run)?.status ?? 'unknown';
}

/** Chooses between two registries that mention the same run, such as copies. The file with the name that the protocol prescribes wins. */
function preferredRegistry(one: KnownRegistry | undefined, other: KnownRegistry): KnownRegistry {
  return one && !isBetter(other, one) ? one : other;
}

function isBetter(one: KnownRegistry, other: KnownRegistry): boolean {
  const isIndex = ({ uri }: KnownRegistry) => (uri.endsWith('/index.md') ? 0 : 1);
  return isIndex(one) - isIndex(other) < 0 || (isIndex(one) === isIndex(other) && one.uri < other.uri);
}
