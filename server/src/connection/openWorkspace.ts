import type { InitializeParams, WorkspaceFoldersChangeEvent } from 'vscode-languageserver/node';
import type { Disk, Workspace } from '../model/disk';
import { declarationsByFolder } from '../session/declarationFiles';
import { fileNameOf } from '../text/uri/decodeUri';
import { cachedDisk } from '../workspace/nodeDisk';
import { initialFolders } from './initialFolders';

/** The workspace folders and the disk, on which open documents stand in for their files. */
export interface OpenWorkspace {
  /** A new object whenever the folders change. */
  current(): Workspace;
  nameOf(folder: string): string;
  changeFolders(event: WorkspaceFoldersChangeEvent): void;
  setDeclarationFiles(uris: readonly string[]): void;
  /** Whether anything was asked of the file. @param inside only its content has changed */
  fileChanged(uri: string, inside: boolean): boolean;
  /** The answer to a question for which all that it asks of the disk is loaded. */
  whenDiskLoaded<T>(ask: (workspace: Workspace) => T | Promise<T>): Promise<T>;
}

/** @param openText the text of a document as the editor holds it */
export function openWorkspace(params: InitializeParams, openText: (uri: string) => string | undefined): OpenWorkspace {
  const reportsFileChanges = params.capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
  const folders = initialFolders(params);
  const names = new Map(folders.map(({ uri, name }) => [uri, name]));
  const cached = cachedDisk(() => workspace.folders);
  const disk: Disk = { ...cached, text: uri => openText(uri) ?? cached.text(uri) };
  let declarations = declarationsByFolder([]);
  let workspace = workspaceOf(folders.map(({ uri }) => uri));

  function workspaceOf(uris: readonly string[]): Workspace {
    return { folders: uris, disk, declaringFiles: folder => declarations(folder) };
  }

  return {
    current: () => workspace,
    nameOf: folder => names.get(folder) ?? fileNameOf(folder),
    changeFolders({ added, removed }) {
      const gone = removed.map(({ uri }) => uri);
      const kept = workspace.folders.filter(uri => !gone.includes(uri));
      for (const { uri, name } of added) names.set(uri, name);
      workspace = workspaceOf([...kept, ...added.map(({ uri }) => uri)]);
    },
    setDeclarationFiles(uris) {
      declarations = declarationsByFolder(uris);
    },
    fileChanged: (uri, inside) => cached.changed(uri, inside),
    async whenDiskLoaded(ask) {
      if (!reportsFileChanges) cached.forget();
      for (;;) {
        const changes = cached.changes();
        const answer = await ask(workspace);
        const loading = disk.whenLoaded();
        // An answer made while the disk answered may lack some of that.
        if (!loading && cached.changes() === changes) return answer;
        await loading;
      }
    },
  };
}
