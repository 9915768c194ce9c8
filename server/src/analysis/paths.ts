import { URI, Utils } from 'vscode-uri';
import type { EntryType, Workspace } from '../model/disk';
import { hasLoneSurrogate } from '../text/hasLoneSurrogate';
import { memoizeByText } from '../text/memoize';

export interface Found {
  uri: string;
  type: EntryType;
}

/**
 * Resolves a path in an envelope. Protocols disagree on its base (the repository, or the feature's folder), so it is
 * tried from every folder between the workspace's and the envelope's own. Undefined while the disk is still being read;
 * null where it leads nowhere, or out of the workspace.
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
export function resolveLink(target: string, from: string, { folders, disk }: Workspace): Found | null | undefined {
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

/** The folders that a path in a file may be relative to, the workspace's first. */
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

/** The innermost workspace folder of a file; for one that is not saved yet, the only folder if there is one alone. */
export function folderOf(uri: string, folders: readonly string[]): string | undefined {
  if (uri.startsWith('untitled:')) return folders.length === 1 ? folders[0] : undefined;
  let best: string | undefined;
  for (const folder of folders) {
    if (uri.startsWith(`${folder}/`) && folder.length > (best?.length ?? -1)) best = folder;
  }
  return best;
}
