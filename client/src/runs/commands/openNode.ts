import { commands, Uri, workspace } from 'vscode';
import {
  type Place,
  RUN_LOCATION,
  type RunLocationParams,
  type TreeNode,
} from '../../../../server/src/shared/protocol';
import { openLocation } from '../../editors/openLocation';
import { showInformation } from '../../messages/notify';
import type { Server } from '../../server/createServer';

/** How an editor opens: as a preview that leaves the focus in the tree, or for work. */
export type EditorMode = 'preview' | 'work';

/** Opens the location of a node; `onOpening` is called with it first. */
export async function openSource(
  server: Server,
  node: TreeNode,
  opening: EditorMode,
  onOpening: (place: Place) => void,
): Promise<void> {
  const place = await requestLocation(server, node);
  if (!place) return;
  onOpening(place);
  await openUri(place.uri, opening, place.range);
}

/** Opens the file of a node. */
export async function openFile({ uri }: TreeNode, opening: EditorMode): Promise<void> {
  if (uri) await openUri(uri, opening);
}

/** Reveals a node's file: its own, else the one that it comes from. */
export async function revealFile(server: Server, node: TreeNode): Promise<void> {
  const address = node.uri ?? (await requestLocation(server, node))?.uri;
  if (!address) return;
  const uri = Uri.parse(address);
  // The explorer has only files of the workspace.
  const command = workspace.getWorkspaceFolder(uri) ? 'revealInExplorer' : 'revealFileInOS';
  await commands.executeCommand(command, uri);
}

async function requestLocation(server: Server, { id, leads }: TreeNode): Promise<Place | undefined> {
  if (!leads) return undefined;
  const params: RunLocationParams = { node: id };
  const place = await server.request<Place | null>(RUN_LOCATION, params);
  if (!place) void showInformation('The source of this is no longer in its file.');
  return place ?? undefined;
}

async function openUri(address: string, opening: EditorMode, range?: Place['range']): Promise<void> {
  const preview = opening === 'preview';
  await openLocation(Uri.parse(address), range, { preview, preserveFocus: preview });
}
