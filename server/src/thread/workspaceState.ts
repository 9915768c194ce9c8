import type { Context } from '../analysis/analyse';
import type { Workspace } from '../model/disk';
import { contextProvider } from '../session/contextProvider';
import { isDeclarationFile } from '../session/declarationFiles';
import { withProjectFile } from '../session/projectFile';
import { syncDisk } from '../workspace/nodeDisk';
import { schemaCompiler } from '../workspace/schemaCompiler';
import type { DeclarationTracker } from './declarationTracker';
import { settingsLookup } from './folderSettings';
import type { ChangedFile, FolderSettings, IndexSettings, SourceFolder } from './messages';

/** The workspace folders with their settings and their disk, as the threads of the index see them. */
export interface WorkspaceState {
  folders(): readonly FolderSettings[];
  /** The same folders and their disk. */
  workspace(): Workspace;
  sourceFolders(): readonly SourceFolder[];
  /** URIs of the folders that are read: those of the workspace, and the source folders. */
  readFolders(): readonly string[];
  isInSourceFolder(uri: string): boolean;
  setSourceFolders(folders: readonly SourceFolder[]): void;
  settingsOf(uri: string): IndexSettings;
  contextOf(uri: string): Context;
  /** Takes the editor's settings, or those from before, together with the folders' own files as they are on disk now. */
  setFolders(configured?: readonly FolderSettings[]): void;
  /** Whether any file changed that something was asked of, or that declares something. */
  filesChanged(files: readonly ChangedFile[]): boolean;
}

/**
 * Invariant: folders, lookup, disk and workspace are replaced together, so what is asked of one agrees with the others. The disk
 * keeps its answers until `filesChanged` names their files: while a log grows, all else stays known.
 */
export function workspaceState(declarations: DeclarationTracker): WorkspaceState {
  let sourceFolders: readonly SourceFolder[] = [];
  let state = stateOf([], sourceFolders, declarations);
  const contextUnder = contextProvider({
    workspace: () => state.workspace,
    compile: schemaCompiler(__dirname),
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
      state = stateOf(configured, sourceFolders, declarations);
    },
    filesChanged: files =>
      files.filter(({ uri, inside }) => state.disk.changed(uri, inside) || isDeclarationFile(uri)).length > 0,
  };
}

function stateOf(
  configured: readonly FolderSettings[],
  sourceFolders: readonly SourceFolder[],
  declarations: DeclarationTracker,
) {
  const uris = configured.map(({ uri }) => uri);
  const disk = syncDisk(uris);
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
