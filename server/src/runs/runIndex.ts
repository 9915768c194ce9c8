import type { RegistryState, RunStatus, RunSummary, Step } from '../model/run';
import { featureRun } from '../registry/featureRun';
import type { FileRecord } from './fileRecord';
import { folderRuns, type RunPiece } from './folderRuns';
import { type OrderedSteps, orderedSteps } from './orderedSteps';
import { runFacts } from './runSummary';
import { type StepRef, stepOf } from './stepRef';

/** All runs that the files of a workspace tell of. Files come and go; what that changes is worked out when it is asked for. */
export interface RunIndex {
  /** Puts a file in, or in the place of what was known of it. */
  set(record: FileRecord): void;
  remove(uri: string): void;
  record(uri: string): FileRecord | undefined;
  records(): Iterable<FileRecord>;
  /** Grows with each change: the same number means the same answers. */
  revision(): number;
  /** How many runs there are. */
  size(): number;
  /** When the last of the files with steps was written: milliseconds since 1970. */
  changedAt(): number;
  /** Of all runs, in no order. */
  runs(): RunSummary[];
  run(key: string): IndexedRun | undefined;
  /** The steps that a file tells of, in the order of the file. */
  stepsIn(uri: string): FileStep[];
}

/** A run whose steps are made when they are asked for. */
export interface IndexedRun {
  summary: RunSummary;
  /** Throws RangeError where there is none. */
  step(index: number): Step;
  /** The indices of the steps nested in a step; without one, of those that are nested in none. In order. */
  children(index?: number): readonly number[];
}

/** A step, and which envelope in the file tells of it. */
export interface FileStep {
  run: string;
  index: number;
  part: string;
  path: readonly (string | number)[];
}

interface Group {
  key: string;
  id: string;
  family: string;
  folder: string;
  pieces: Map<string, RunPiece>;
  made?: Made;
}

interface Made {
  steps: OrderedSteps;
  summary: RunSummary;
  children?: Map<number, number[]>;
}

/** @param folders URIs of the workspace folders, as they are now: runs of two folders are never one */
export function runIndex(folders: () => readonly string[]): RunIndex {
  const byFolder = new Map<string, Map<string, FileRecord>>();
  const groups = new Map<string, Group>();
  const groupsOf = new Map<string, Group[]>();
  const dirty = new Set<string>();
  let revision = 0;
  let fileSteps = new Map<string, FileStep[]>();

  function touched(folder: string): void {
    dirty.add(folder);
    revision++;
  }

  function settle(): void {
    if (dirty.size === 0) return;
    fileSteps = new Map();
    for (const folder of dirty) regroup(folder);
    dirty.clear();
    withRegistries();
  }

  function regroup(folder: string): void {
    for (const group of groupsOf.get(folder) ?? []) {
      group.pieces.delete(folder);
      delete group.made;
      if (group.pieces.size === 0) groups.delete(group.key);
    }
    const records = byFolder.get(folder);
    if (!records) {
      groupsOf.delete(folder);
      return;
    }
    const root = rootOf(folder, folders());
    groupsOf.set(
      folder,
      folderRuns([...records.values()]).map(piece => {
        const group = groupFor(piece, root);
        group.pieces.set(folder, piece);
        delete group.made;
        return group;
      }),
    );
  }

  function groupFor({ family, id, file }: RunPiece, folder: string): Group {
    const key = keyOf(family, id ?? '', id === undefined ? (file ?? '') : folder);
    const known = groups.get(key);
    if (known) return known;
    const group: Group = { key, family, folder, id: id ?? nameOf(file ?? ''), pieces: new Map() };
    groups.set(key, group);
    return group;
  }

  // A registry makes runs of its own where no envelope tells of them, and says what became of those that others tell of.
  // Of a run that envelopes of another protocol tell of, a registry's own account is a shadow.
  let told = new Set<string>();
  const isShadow = (group: Group) => !isTold(group) && told.has(nameIn(group));
  let registries = new Map<string, { record: FileRecord; state: RegistryState }>();
  function withRegistries(): void {
    registries = new Map();
    for (const [key, group] of groups) if (group.pieces.size === 0) groups.delete(key);
    for (const [folder, records] of byFolder) {
      const root = rootOf(folder, folders());
      for (const record of records.values()) {
        const { registry } = record;
        if (!registry?.feature) continue;
        for (const { name } of begunIn(registry)) {
          const id = featureRun(registry.feature, name);
          const known = registries.get(nameIn({ folder: root, id }));
          if (known && !isBetter(record, known.record)) continue;
          registries.set(nameIn({ folder: root, id }), { record, state: registry });
          groupFor({ family: registry.family, id, refs: [] }, root);
        }
      }
    }
    told = new Set([...groups.values()].filter(isTold).map(nameIn));
    for (const group of groups.values()) {
      if (group.made && group.made.summary.registry !== registryOf(group)?.record.uri) delete group.made;
    }
  }

  function registryOf({ folder, id }: Group) {
    return registries.get(nameIn({ folder, id }));
  }

  function made(group: Group): Made {
    group.made ??= make(group);
    return group.made;
  }

  function make(group: Group): Made {
    const { key, id, family, folder, pieces } = group;
    const inOrder = [...pieces].sort(([one], [other]) => (one < other ? -1 : 1));
    const steps = orderedSteps(withoutHistory(inOrder.flatMap(([, { refs }]) => refs)));
    const registry = registryOf(group);
    const facts = runFacts(
      steps,
      id,
      registry && { record: registry.record, status: statusIn(registry.state, id) ?? 'unknown' },
    );
    const summary = { key, id, family, folder, ...facts };
    return { steps, summary };
  }

  return {
    set(record) {
      const folder = parentOf(record.uri);
      const records = byFolder.get(folder) ?? new Map<string, FileRecord>();
      const tells = record.entries.length > 0 || record.registry !== undefined;
      const told = records.get(record.uri);
      byFolder.set(folder, records.set(record.uri, record));
      if (tells || told) touched(folder);
    },
    remove(uri) {
      const folder = parentOf(uri);
      const records = byFolder.get(folder);
      if (!records?.delete(uri)) return;
      if (records.size === 0) byFolder.delete(folder);
      touched(folder);
    },
    record: uri => byFolder.get(parentOf(uri))?.get(uri),
    *records() {
      for (const records of byFolder.values()) yield* records.values();
    },
    revision: () => revision,
    size() {
      settle();
      let size = 0;
      for (const group of groups.values()) if (!isShadow(group)) size++;
      return size;
    },
    changedAt() {
      let last = 0;
      for (const records of byFolder.values()) {
        for (const { entries, changedAt } of records.values()) {
          if (entries.length > 0 && changedAt > last) last = changedAt;
        }
      }
      return last;
    },
    runs() {
      settle();
      return [...groups.values()].filter(group => !isShadow(group)).map(group => made(group).summary);
    },
    run(key) {
      settle();
      const group = groups.get(key);
      if (!group) return undefined;
      const { steps, summary } = made(group);
      return {
        summary,
        step(index) {
          const ref = steps.refs[index];
          const parent = steps.parents[index];
          if (!ref || parent === undefined) throw new RangeError(`no step ${index} in ${key}`);
          return stepOf(ref, index, parent < 0 ? undefined : parent);
        },
        children(index = -1) {
          const { children = childrenOf(steps.parents) } = made(group);
          made(group).children = children;
          return children.get(index) ?? [];
        },
      };
    },
    stepsIn(uri) {
      settle();
      let steps = fileSteps.get(uri);
      if (!steps) {
        steps = [];
        for (const group of groupsOf.get(parentOf(uri)) ?? [])
          steps.push(...stepsFrom(uri, group.key, made(group).steps));
        fileSteps.set(uri, steps);
      }
      return steps;
    },
  };
}

function keyOf(family: string, id: string, scope: string): string {
  return `${family} ${id} ${scope}`;
}

function nameIn({ folder, id }: Pick<Group, 'folder' | 'id'>): string {
  return `${folder} ${id}`;
}

/** Envelopes tell of it, not a registry alone. */
function isTold({ pieces }: Group): boolean {
  for (const { refs } of pieces.values()) if (refs.some(({ entry }) => !entry.history)) return true;
  return false;
}

function stepsFrom(uri: string, run: string, { refs }: OrderedSteps): FileStep[] {
  const found: FileStep[] = [];
  for (const [index, { entry, record, answer }] of refs.entries()) {
    if (record.uri === uri) found.push({ run, index, part: entry.part, path: entry.path ?? [] });
    if (answer?.record.uri === uri) {
      found.push({ run, index, part: answer.entry.part, path: answer.entry.path ?? [] });
    }
  }
  return found;
}

function childrenOf(parents: readonly number[]): Map<number, number[]> {
  const children = new Map<number, number[]>();
  for (const [index, parent] of parents.entries()) {
    const list = children.get(parent);
    if (list) list.push(index);
    else children.set(parent, [index]);
  }
  return children;
}

function withoutHistory(refs: StepRef[]): StepRef[] {
  const told = refs.filter(({ entry }) => !entry.history);
  return told.length > 0 ? told : refs;
}

function begunIn(registry: RegistryState) {
  const begun = registry.workflows.filter(({ status }) => status !== 'unknown');
  return begun.length > 0 ? begun : registry.workflows;
}

function statusIn(state: RegistryState, id: string): RunStatus | undefined {
  return state.workflows.find(({ name }) => featureRun(state.feature, name) === id)?.status;
}

// Of several registries of one feature, copies among them, the one that is called as the protocol calls it.
function isBetter(one: FileRecord, other: FileRecord): boolean {
  const isIndex = ({ uri }: FileRecord) => (uri.endsWith('/index.md') ? 0 : 1);
  return isIndex(one) - isIndex(other) < 0 || (isIndex(one) === isIndex(other) && one.uri < other.uri);
}

/** The workspace folder that a folder lies in, the innermost one; empty where it lies in none. */
function rootOf(folder: string, folders: readonly string[]): string {
  let best = '';
  for (const one of folders) {
    if ((folder === one || folder.startsWith(`${one}/`)) && one.length > best.length) best = one;
  }
  return best;
}

function parentOf(uri: string): string {
  return uri.slice(0, Math.max(0, uri.lastIndexOf('/')));
}

function nameOf(uri: string): string {
  return decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1));
}
