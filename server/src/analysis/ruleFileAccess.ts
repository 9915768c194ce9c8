import { URI, Utils } from 'vscode-uri';
import type { EntryType, Workspace } from '../model/disk';
import type { Files, FoundFile, PathOnDisk } from '../model/rule';
import { hasLoneSurrogate } from '../text/characters';
import { decodeUri } from '../text/decodeUri';
import { isObject } from '../text/jsonPointer';
import { memoizeByObject, memoizeByText } from '../text/memoize';
import { foldFileName } from '../text/normalizeUri';

/**
 * Returns the functions through which the rules that check a document look up other files: find a path, read a text, list a folder. Without a
 * workspace, every answer is "not known".
 *
 * @param uri the checked document
 * @param coming paths that count as present, since the envelope that carries the document creates them; absent for a document on disk
 * @param onAnswer called with each question and its answer; findings stay valid as long as all answers stay the same
 */
export function ruleFileAccess(
  uri: string,
  workspace: Workspace | undefined,
  coming?: readonly string[],
  onAnswer: (answered: AnsweredQuestion) => void = () => {},
): Files {
  if (!workspace)
    return {
      uri,
      find: () => undefined,
      linked: () => undefined,
      onDisk: () => undefined,
      text: () => undefined,
      list: () => undefined,
    };
  const { disk } = workspace;
  const ask = <T>(question: string, ask: (workspace: Workspace) => T, version?: () => number): T => {
    const answer = ask(workspace);
    onAnswer({ question, ask: () => ask(workspace), answer, ...(version && { version, asked: version() }) });
    return answer;
  };
  return {
    uri,
    find: path =>
      comingFile(path, coming ?? []) ??
      ask(`find ${path}`, workspace => resolvePath(path, uri, workspace), disk.version),
    // A document in an envelope will be written to another place, and its links are relative to that place.
    linked: target =>
      coming
        ? comingFile(target.replace(/^(\.{1,2}\/)+/, ''), coming)
        : ask(`linked ${target}`, workspace => resolveLink(target, uri, workspace), disk.version),
    onDisk: path => ask(`onDisk ${path}`, workspace => pathOnDisk(path, uri, workspace), disk.version),
    text: file => ask(`text ${file}`, ({ disk }) => disk.text(file)),
    list: folder => ask(`list ${folder}`, ({ disk }) => disk.list(folder)),
  };
}

/** A question to the disk, with the answer that it had. */
export interface AnsweredQuestion {
  /** The key of the question: equal questions of one document have equal keys. */
  question: string;
  ask(): unknown;
  answer: unknown;
  /** The version of the disk's folders and links; present if the answer depends on nothing else. */
  version?(): number;
  /** The version at which the question was asked last. */
  asked?: number;
}

/**
 * Adds an answered question by its key. If the disk changes between two steps of an analysis, a question may get two answers;
 * `isStillAnswer` is then false for it.
 */
export function addAnswer(answered: Map<string, AnsweredQuestion>, one: AnsweredQuestion): void {
  const { question, ask, answer } = one;
  const known = answered.get(question);
  if (!known || isSame(known.answer, answer)) answered.set(question, one);
  else answered.set(question, { question, ask, answer: CONTRADICTED });
}

const CONTRADICTED = Symbol('two answers');

/** Returns whether the disk still gives the same answer. */
export function isStillAnswer(one: AnsweredQuestion): boolean {
  const version = one.version?.();
  if (version !== undefined && version === one.asked) return true;
  if (!isSame(one.ask(), one.answer)) return false;
  if (version !== undefined) one.asked = version;
  return true;
}

function isSame(now: unknown, answer: unknown): boolean {
  if (now === answer) return true;
  // A listing is the same object as long as its folder is unchanged.
  if (!isObject(now) || !isObject(answer) || now instanceof Map || answer instanceof Map) return false;
  return JSON.stringify(now) === JSON.stringify(answer);
}

function comingFile(path: string, coming: readonly string[]): FoundFile | undefined {
  const own = coming.find(one => one === path || one.endsWith(`/${path}`));
  if (own !== undefined) return { uri: `agent-envelopes:/coming/${own}`, type: 'file' };
  const folder = path.endsWith('/') && coming.some(one => one.startsWith(path) || one.includes(`/${path}`));
  return folder ? { uri: `agent-envelopes:/coming/${path}`, type: 'folder' } : undefined;
}

export interface Found {
  uri: string;
  type: EntryType;
}

/**
 * Resolves a path in an envelope. Protocols disagree on its base (the repository, or the feature's folder), so it is
 * tried from every folder between the workspace's and the envelope's own. Undefined while the disk is still being read;
 * null if it leads nowhere, or out of the workspace.
 */
export function resolvePath(path: string, from: string, workspace: Workspace): Found | null | undefined {
  const steps = pathSegments(path);
  if (!steps) return null;
  let unknown = false;
  for (const base of basesOf(from, workspace.folders)) {
    const found = entryAt(base, steps, workspace);
    if (found) return found;
    if (found === undefined) unknown = true;
  }
  return unknown ? undefined : null;
}

/**
 * Resolves a link in a file, whose base is unambiguous. Undefined while the disk is still being read, and for targets
 * outside the workspace folder, which are not read.
 */
function resolveLink(target: string, from: string, { folders, disk }: Workspace): Found | null | undefined {
  const root = folders.find(folder => from.startsWith(`${folder}/`));
  if (root === undefined || !isRelative(target)) return undefined;
  let base = parentFolder(from);
  const steps: string[] = [];
  for (const step of target.split(/[\\/]/)) {
    if (step === '' || step === '.') continue;
    if (step !== '..') steps.push(step);
    else if (steps.pop() === undefined) base = parentFolder(base);
    if (base.length < root.length) return undefined;
  }
  return entryAt(base, steps, { folders, disk });
}

/** Returns the folders that a path in a file may be relative to, the workspace's first. */
export function basesOf(file: string, folders: readonly string[]): string[] {
  const root = folders.find(folder => file.startsWith(`${folder}/`));
  if (!root) return [...folders];
  const between: string[] = [];
  for (let folder = parentFolder(file); folder.length > root.length; folder = parentFolder(folder))
    between.unshift(folder);
  return [root, ...between, ...folders.filter(folder => folder !== root)];
}

// Undefined for paths that climb out of their root.
function pathSegments(path: string): string[] | undefined {
  if (!isRelative(path)) return undefined;
  const steps: string[] = [];
  for (const step of path.split(/[\\/]/)) {
    if (step === '' || step === '.') continue;
    if (step !== '..') steps.push(step);
    else if (steps.pop() === undefined) return undefined;
  }
  return steps;
}

// False for absolute paths, drives and URIs.
function isRelative(path: string): boolean {
  if (path.trim() === '' || path.length > 1000 || hasLoneSurrogate(path)) return false;
  return !/^([\\/]|[a-z]+:)|[\0\n\r]/i.test(path);
}

function entryAt(base: string, steps: readonly string[], { disk }: Workspace): Found | null | undefined {
  const last = steps.at(-1);
  if (last === undefined) return { uri: base, type: 'folder' };
  const folder = joinPath(base, steps.slice(0, -1));
  const entries = disk.list(folder);
  if (!entries) return entries;
  const type = entries.get(last);
  return type ? { uri: joinPath(folder, [last]), type } : null;
}

export function joinPath(base: string, steps: readonly string[]): string {
  return steps.length === 0 ? base : joined([base, ...steps].join('\0'));
}

// Called for each path of a log, which names files of few folders.
const joined = memoizeByText((key: string): string => {
  const [base = '', ...steps] = key.split('\0');
  const uri = URI.parse(base);
  // The folder directly below an authority: `vscode-vfs://github`.
  return Utils.joinPath(uri.path === '' ? uri.with({ path: '/' }) : uri, ...steps).toString();
});

function parentFolder(uri: string): string {
  return uri.slice(0, Math.max(0, uri.lastIndexOf('/')));
}

/** Returns the innermost workspace folder of a file; for an unsaved file, the workspace folder if there is only one. */
export function folderOf(uri: string, folders: readonly string[]): string | undefined {
  if (uri.startsWith('untitled:')) return folders.length === 1 ? folders[0] : undefined;
  let best: string | undefined;
  for (const folder of folders) {
    if (uri.startsWith(`${folder}/`) && folder.length > (best?.length ?? -1)) best = folder;
  }
  return best;
}

/**
 * Finds obstacles on the way of a path to be written: a link that redirects it, or a file or folder whose name differs
 * from the path's only in case or Unicode composition. Resolves the path from each folder it may be relative to. Reads
 * links but never follows them: their target may be on another machine. Undefined while the disk is still being read.
 */
function pathOnDisk(path: string, from: string, { folders, disk }: Workspace): PathOnDisk | undefined {
  if (path.length > LONGEST || hasLoneSurrogate(path) || path.includes('\0')) return {};
  const raw = path.split(/[\\/]/).filter(step => step !== '' && step !== '.');
  const found: WalkResult[] = [];
  for (const base of basesOf(from, folders)) {
    const root = folders.find(folder => base === folder || base.startsWith(`${folder}/`)) ?? base;
    // Some programs resolve `..` before they access the disk, others follow each segment.
    for (const steps of raw.includes('..') ? [raw, withoutClimbing(raw)] : [raw]) {
      const one = walkPath({ root, base: decodedSteps(base.slice(root.length)), steps }, disk);
      if (one === undefined) return undefined;
      // From this folder the whole path exists, with this exact name and through no link.
      if (one.isThere && !one.link) found.unshift(one);
      else found.push(one);
    }
  }
  const link = found.find(one => one.link)?.link;
  const twin = found[0]?.isThere ? undefined : found.find(one => one.twin)?.twin;
  return { ...(link && { link }), ...(twin !== undefined && { twin }) };
}

const LONGEST = 1000;
const MOST_LINKS = 40;

type Disk = Workspace['disk'];
type WalkResult = PathOnDisk & { isThere?: true };

interface PathToWalk {
  /** The URI of the workspace folder. `base` is the folder below it that the path is relative to. */
  root: string;
  base: readonly string[];
  steps: readonly string[];
}

function walkPath(way: PathToWalk, disk: Disk): WalkResult | undefined {
  const at = [...way.base];
  const steps = [...way.steps];
  let link: PathOnDisk['link'];
  let links = 0;
  for (let step = steps.shift(); step !== undefined; step = steps.shift()) {
    if (step === '' || step === '.') continue;
    if (step === '..') {
      // Another rule reports paths that climb out with `..`; here only links count.
      if (at.length <= (link ? 0 : way.base.length)) return link ? { link: { at: link.at } } : {};
      at.pop();
      continue;
    }
    const folder = joinPath(way.root, at);
    const entries = disk.list(folder);
    if (entries === undefined) return undefined;
    const type = entries?.get(step);
    if (type === undefined) {
      const rest = withoutClimbing([...at, step, ...steps]);
      if (link) return { link: { at: link.at, real: rest.join('/') } };
      const twin = entries ? twinIn(entries, step) : undefined;
      return twin === undefined ? {} : { twin: [...at, twin, ...steps].join('/') };
    }
    const target = type === 'file' && disk.link ? disk.link(joinPath(folder, [step])) : null;
    if (target === undefined) return undefined;
    if (target === null) {
      at.push(step);
      continue;
    }
    link ??= { at: [...at, step].join('/') };
    const inside = ++links > MOST_LINKS ? undefined : relativeTo(way.root, target);
    if (inside === undefined) return { link: { at: link.at } };
    if (inside.isFromRoot) at.length = 0;
    steps.unshift(...inside.steps);
  }
  return { isThere: true, ...(link && { link: { at: link.at, real: at.join('/') } }) };
}

// An absolute target leads elsewhere, unless it begins with the folder's own spelling.
function relativeTo(folder: string, target: string): { isFromRoot: boolean; steps: string[] } | undefined {
  if (!/^([\\/]|[a-z]:)/i.test(target)) return { isFromRoot: false, steps: target.split(/[\\/]/) };
  const root = decodeUri(folder.replace(/^file:\/\//, '')).replace(/^\/(?=[a-z]:)/i, '');
  const path = target.replaceAll('\\', '/');
  return path.startsWith(`${root}/`) ? { isFromRoot: true, steps: path.slice(root.length + 1).split('/') } : undefined;
}

function withoutClimbing(path: readonly string[]): string[] {
  const steps: string[] = [];
  for (const step of path) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps;
}

function decodedSteps(path: string): string[] {
  return path.split('/').filter(Boolean).map(decodeUri);
}

function twinIn(entries: ReadonlyMap<string, unknown>, wanted: string): string | undefined {
  return foldedNames(entries).get(foldFileName(wanted));
}

// Many files may be written to a large folder.
const foldedNames = memoizeByObject(
  (entries: ReadonlyMap<string, unknown>) => new Map([...entries.keys()].map(name => [foldFileName(name), name])),
);
