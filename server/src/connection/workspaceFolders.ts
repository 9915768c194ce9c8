import type { InitializeParams, WorkspaceFolder } from 'vscode-languageserver/node';
import { fileNameOf } from '../text/decoded';
import { normalizeFolderUri } from '../text/normalizeUri';
import { uriOf } from '../workspace/fileUri';

/** The folders of the workspace at the start, also as clients name it that know of one folder only. */
export function foldersOf({ workspaceFolders, rootUri, rootPath }: InitializeParams): WorkspaceFolder[] {
  if (workspaceFolders) return workspaceFolders;
  const uri = rootUri ?? (rootPath ? normalizeFolderUri(uriOf(rootPath)) : undefined);
  return uri ? [{ uri, name: fileNameOf(uri) }] : [];
}
