import { joinPath } from '../analysis/ruleFileAccess';
import type { Analysis } from '../model/analysis';
import type { Workspace } from '../model/disk';
import type { PatternedKind } from '../model/registry';
import type { TextFile } from '../model/text';
import { folderOf } from '../runs/index/recordStore';
import { languageOf } from '../text/fileLanguage';
import { textFile } from '../text/lines';

/** The files of one feature of a software project, a folder such as `005-team-invites`. An id such as `G-001` means the same in all of them. */
export interface FeatureFiles {
  files: TextFile[];
  /** The list is cut at the limit. */
  more: boolean;
}

const MOST_FILES = 500;
const MOST_FOLDERS = 1000;
const DEEPEST = 8;
const NOT_OURS: ReadonlySet<string> = new Set(['node_modules', '.git']);
const MODULES = 'check-modules';

/**
 * Returns the files that share the ids of a kind with a file: the file itself with the editor's content, then the files of
 * its feature. All features and check modules share the ids of checks. Undefined while the disk is still being read.
 *
 * @param feature the folder of the file's feature
 */
export function featureFiles(
  { file }: Analysis,
  kind: PatternedKind,
  workspace: Workspace,
  feature = featureFolder(file.uri, workspace),
): FeatureFiles | undefined {
  const reading: FileSearch = { workspace, unknown: false, more: false };
  if (feature === undefined) reading.unknown = true;
  const tops = kind === 'check' ? landmarks(file.uri, reading) : [];
  const uris = new Set([...(feature ? [feature] : []), ...tops].flatMap(top => filesBelow(top, reading)));
  const others = [...uris].filter(uri => uri !== file.uri);
  if (others.length > MOST_FILES) reading.more = true;
  const files = others.slice(0, MOST_FILES).flatMap(uri => fileAt(uri, reading));
  return reading.unknown ? undefined : { files: [file, ...files], more: reading.more };
}

/**
 * Returns the folder of a file's feature: the nearest folder above the file with a specification or a workflow's state.
 * Null if there is none, undefined while the disk is still being read.
 */
export function featureFolder(uri: string, { folders, disk }: Workspace): string | null | undefined {
  const root = rootOf(uri, folders);
  if (root === undefined) return null;
  let unknown = false;
  for (let folder = folderOf(uri); folder.length >= root.length; folder = folderOf(folder)) {
    const entries = disk.list(folder);
    if (entries === undefined) unknown = true;
    else if (entries && isFeature(entries)) return unknown ? undefined : folder;
  }
  return unknown ? undefined : null;
}

interface FileSearch {
  workspace: Workspace;
  /** Some requested file or folder is not loaded yet. */
  unknown: boolean;
  more: boolean;
}

type Entries = NonNullable<ReturnType<Workspace['disk']['list']>>;

function isFeature(entries: Entries): boolean {
  return entries.get('.workflow') === 'folder' || entries.get('spec.md') === 'file';
}

/** Returns the folders of features and check modules in the workspace folder, or at most two levels below it. */
function landmarks(uri: string, reading: FileSearch): string[] {
  const root = rootOf(uri, reading.workspace.folders);
  const found: string[] = [];
  for (const { folder, entries, depth } of root === undefined ? [] : foldersBelow(root, 2, reading)) {
    if (isFeature(entries)) found.push(folder);
    if (entries.get(MODULES) === 'folder' && depth <= 2) found.push(joinPath(folder, [MODULES]));
  }
  return found;
}

// A feature within a feature's folder is a separate one.
function filesBelow(top: string, reading: FileSearch): string[] {
  const files: string[] = [];
  for (const { folder, entries, depth } of foldersBelow(top, DEEPEST, reading, isFeature)) {
    for (const [name, type] of entries) {
      if (type === 'file' && languageOf(name)) files.push(joinPath(folder, [name]));
      else if (type === 'folder' && depth === DEEPEST) reading.more = true;
    }
  }
  return files;
}

/** Returns a folder and the folders below it, nearest first. */
function foldersBelow(top: string, deepest: number, reading: FileSearch, isOther?: (entries: Entries) => boolean) {
  const found: { folder: string; entries: Entries; depth: number }[] = [];
  const pending = [{ folder: top, depth: 0 }];
  for (const { folder, depth } of pending) {
    const entries = reading.workspace.disk.list(folder);
    if (entries === undefined) reading.unknown = true;
    if (!entries || (depth > 0 && isOther?.(entries))) continue;
    found.push({ folder, entries, depth });
    for (const [name, type] of entries) {
      if (type !== 'folder' || NOT_OURS.has(name) || depth === deepest) continue;
      if (pending.length < MOST_FOLDERS) pending.push({ folder: joinPath(folder, [name]), depth: depth + 1 });
      else reading.more = true;
    }
  }
  return found;
}

function fileAt(uri: string, reading: FileSearch): TextFile[] {
  const text = reading.workspace.disk.text(uri);
  if (text === undefined) reading.unknown = true;
  return text ? [textFile(uri, languageOf(uri) ?? 'json', text)] : [];
}

// Workspace folders may be nested.
function rootOf(uri: string, folders: readonly string[]): string | undefined {
  return folders.filter(folder => uri.startsWith(`${folder}/`)).sort((one, two) => two.length - one.length)[0];
}
