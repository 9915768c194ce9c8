import type { InitializeParams, WorkspaceFolder } from 'vscode-languageserver';
import { fileNameOf } from '../text/decodeUri';
import { normalizeFolderUri } from '../text/normalizeUri';
import { toFileUri } from '../workspace/fileUri';

/** Returns the workspace folders of the `initialize` request, also for a client that supports only one folder. */
export function initialWorkspaceFolders({ workspaceFolders, rootUri, rootPath }: InitializeParams): WorkspaceFolder[] {
  if (workspaceFolders) return workspaceFolders;
  const uri = rootUri ?? (rootPath ? normalizeFolderUri(toFileUri(rootPath)) : undefined);
  return uri ? [{ uri, name: fileNameOf(uri) }] : [];
}
