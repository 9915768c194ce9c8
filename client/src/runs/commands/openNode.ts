import { commands, Uri, workspace } from 'vscode';
import {
  type FileLocation,
  RUN_LOCATION,
  type RunLocationParams,
  type TreeNode,
} from '../../../../server/src/shared/protocol';
import { openLocation } from '../../editors/openLocation';
import { showInformation } from '../../messages/notify';
import type { Server } from '../../server/createServer';

/** How an editor opens: as a preview that leaves the focus in the tree, or to work in it. */
export type EditorMode = 'preview' | 'work';

/** Opens the location of a node; first calls `onOpening` with it. */
export async function openSource(
  server: Server,
  node: TreeNode,
  mode: EditorMode,
  onOpening: (location: FileLocation) => void,
): Promise<void> {
  const location = await requestLocation(server, node);
  if (!location) return;
  onOpening(location);
  await openUri(location.uri, mode, location.range);
}

/** Opens the file of a node. */
export async function openFile({ uri }: TreeNode, mode: EditorMode): Promise<void> {
  if (uri) await openUri(uri, mode);
}

/** Reveals the file of a node, else the file that the node comes from. */
export async function revealFile(server: Server, node: TreeNode): Promise<void> {
  const address = node.uri ?? (await requestLocation(server, node))?.uri;
  if (!address) return;
  const uri = Uri.parse(address);
  // The explorer shows only files of the workspace.
  const command = workspace.getWorkspaceFolder(uri) ? 'revealInExplorer' : 'revealFileInOS';
  await commands.executeCommand(command, uri);
}

async function requestLocation(server: Server, { id, leads }: TreeNode): Promise<FileLocation | undefined> {
  if (!leads) return undefined;
  const params: RunLocationParams = { node: id };
  const location = await server.request<FileLocation | null>(RUN_LOCATION, params);
  if (!location) void showInformation('This entry is no longer in its file.');
  return location ?? undefined;
}

async function openUri(address: string, mode: EditorMode, range?: FileLocation['range']): Promise<void> {
  const preview = mode === 'preview';
  await openLocation(Uri.parse(address), range, { preview, preserveFocus: preview });
}
