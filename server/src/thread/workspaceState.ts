import type { Context } from '../analysis/analyse';
import type { FileAccess, SyncDisk, Workspace } from '../model/disk';
import type { TextFile } from '../model/text';
import { contextProvider } from '../project/contextProvider';
import { DEFAULT_SETTINGS } from '../project/readSettings';
import { declarationsByFolder, isDeclarationFile, withProjectFile } from '../project/resolveProject';
import { type FileCheck, mergedCheck } from '../runs/indexer/checkFile';
import { applyChange, textFile } from '../text/lines';
import type { ChangedFile, FolderSettings, IndexSettings, SourceFolder, TextChange, ToWorker } from './indexMessages';
import type { IndexPlatform } from './serverPlatform';

/** The workspace folders, their settings, and a snapshot of their files on disk, for the threads that index the workspace. */
export interface WorkspaceState {
  folders(): readonly FolderSettings[];
  /** Returns the workspace folders with their disk snapshot. */
  workspace(): Workspace;
  sourceFolders(): readonly SourceFolder[];
  /** Returns the URIs of the folders to read: workspace folders and source folders. */
  readFolders(): readonly string[];
  isInSourceFolder(uri: string): boolean;
  setSourceFolders(folders: readonly SourceFolder[]): void;
  settingsOf(uri: string): IndexSettings;
  contextOf(uri: string): Context;
  /** Merges the editor's settings, or the previous ones if absent, with the folders' current settings files. */
  setFolders(configured?: readonly FolderSettings[]): void;
  /** Updates the state after files changed; returns whether one of them had been read, or is a declaration file. */
  filesChanged(files: readonly ChangedFile[]): boolean;
}

/**
 * Creates the state of a workspace.
 * Invariant: folders, lookup, disk and workspace are replaced together, so their answers agree. The disk keeps its answers until
 * `filesChanged` names their files: while a log grows, all other answers stay cached.
 */
export function workspaceState(
  declarations: DeclarationTracker,
  { code, syncDisk }: Pick<IndexPlatform, 'code' | 'syncDisk'>,
): WorkspaceState {
  let sourceFolders: readonly SourceFolder[] = [];
  const stateOf = (configured: readonly FolderSettings[]) =>
    folderState(configured, { sourceFolders, declarations, disk: syncDisk(configured.map(({ uri }) => uri)) });
  let state = stateOf([]);
  const contextUnder = contextProvider({
    workspace: () => state.workspace,
    ...code,
    warn: () => {},
  });
  return {
    folders: () => state.folders,
    workspace: () => state.workspace,
    sourceFolders: () => sourceFolders,
    readFolders: () => state.readFolders,
    isInSourceFolder: uri => sourceFolders.some(folder => uri.startsWith(`${folder.uri}/`)),
    setSourceFolders(folders) {
      sourceFolders = folders;
      state = { ...state, ...lookups(state.folders, sourceFolders) };
    },
    settingsOf: uri => state.settingsOf(uri),
    contextOf: uri => contextUnder(state.settingsOf(uri), uri).context,
    setFolders(configured = state.configured) {
      state = stateOf(configured);
    },
    filesChanged: files =>
      files.filter(({ uri, inside }) => state.disk.changed(uri, inside) || isDeclarationFile(uri)).length > 0,
  };
}

interface FolderStateContext {
  sourceFolders: readonly SourceFolder[];
  declarations: DeclarationTracker;
  disk: SyncDisk;
}

function folderState(configured: readonly FolderSettings[], { sourceFolders, declarations, disk }: FolderStateContext) {
  const uris = configured.map(({ uri }) => uri);
  const folders = configured.map(folder => ({
    ...folder,
    settings: withProjectFile(folder.settings, folder.uri, disk),
  }));
  const workspace: Workspace = { folders: uris, disk, declaringFiles: declarations.below };
  return { configured, folders, disk, workspace, ...lookups(folders, sourceFolders) };
}

function lookups(folders: readonly FolderSettings[], sourceFolders: readonly SourceFolder[]) {
  return {
    settingsOf: settingsLookup(folders, sourceFolders),
    readFolders: [...new Set([...folders, ...sourceFolders].map(({ uri }) => uri))],
  };
}

/** Returns a function that looks up a file's settings: those of the innermost folder that contains it. */
export function settingsLookup(
  folders: readonly FolderSettings[],
  sourceFolders: readonly SourceFolder[] = [],
): (uri: string) => IndexSettings {
  const innermostFirst = [
    // Listed before a workspace folder with the same URI, so that they win.
    ...sourceFolders.map(({ uri }) => ({ uri, settings: SOURCE_FOLDER_SETTINGS })),
    ...folders,
  ].sort((one, two) => two.uri.length - one.uri.length);
  return uri =>
    innermostFirst.find(folder => uri === folder.uri || uri.startsWith(`${folder.uri}/`))?.settings ?? DEFAULT_SETTINGS;
}

/** The settings of source folders. They are not trusted, since their files come from other machines, and configure nothing. */
const SOURCE_FOLDER_SETTINGS: IndexSettings = {
  ...DEFAULT_SETTINGS,
  useIgnoreFiles: false,
  checkClosedFiles: false,
  trusted: false,
};

/** Tracks the declaration files found so far in a workspace: protocols and tool catalogues. */
interface DeclarationTracker {
  add(uri: string): void;
  /** Removes the files that do not exist any more. */
  retain(exists: (uri: string) => boolean): void;
  /** All declaration files: a new list whenever one was added or removed. */
  all(): readonly string[];
  below(folder: string): readonly string[];
}

/** @param mayDeclare returns whether a file is a declaration file, by its name */
export function declarationTracker(mayDeclare: (uri: string) => boolean = () => true): DeclarationTracker {
  const found = new Set<string>();
  let all: readonly string[] = [];
  let below = declarationsByFolder(all);
  function update(): void {
    all = [...found].sort();
    below = declarationsByFolder(all);
  }
  return {
    add(uri) {
      if (found.has(uri) || !isDeclarationFile(uri) || !mayDeclare(uri)) return;
      found.add(uri);
      update();
    },
    retain(exists) {
      const gone = [...found].filter(uri => !exists(uri));
      for (const uri of gone) found.delete(uri);
      if (gone.length > 0) update();
    },
    all: () => all,
    below: folder => below(folder),
  };
}

/** Wraps file access so that it adds the files it finds to the tracker. */
export function trackDeclarations(access: FileAccess, { add }: DeclarationTracker): FileAccess {
  return {
    ...access,
    *find(folder) {
      for (const found of access.find(folder)) {
        if (!('fault' in found)) add(found.uri);
        yield found;
      }
    },
    *filesBelow(folder) {
      for (const uri of access.filesBelow(folder)) {
        add(uri);
        yield uri;
      }
    },
  };
}

/** The files that are open in the editor, with the editor's text. */
interface OpenFiles {
  files: ReadonlyMap<string, TextFile>;
  versionOf(uri: string): number | undefined;
  open(message: Extract<ToWorker, { type: 'opened' }>): TextFile;
  /** Applies an edit; returns undefined if the file is not open. */
  edit(message: Extract<ToWorker, { type: 'edited' }>): TextFile | undefined;
  /** Takes what the server found in a file. */
  check(message: Extract<ToWorker, { type: 'checked' }>): void;
  checkOf(uri: string): FileCheck | undefined;
  close(uri: string): void;
}

export function openFiles(): OpenFiles {
  const files = new Map<string, TextFile>();
  const versions = new Map<string, number>();
  const checks = new Map<string, FileCheck>();

  function set(file: TextFile, version: number): TextFile {
    files.set(file.uri, file);
    versions.set(file.uri, version);
    return file;
  }

  return {
    files,
    versionOf: uri => versions.get(uri),
    open: ({ uri, lang, text, version }) => set(textFile(uri, lang, text), version),
    edit({ uri, changes, version }) {
      const before = files.get(uri);
      return before && set(changes.reduce(withChange, before), version);
    },
    check({ uri, check }) {
      if (files.has(uri)) checks.set(uri, mergedCheck(checks.get(uri), check));
    },
    checkOf: uri => checks.get(uri),
    close(uri) {
      files.delete(uri);
      versions.delete(uri);
      checks.delete(uri);
    },
  };
}

function withChange(file: TextFile, change: TextChange): TextFile {
  return 'range' in change ? applyChange(file, change) : textFile(file.uri, file.lang, change.text);
}
