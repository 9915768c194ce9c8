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

/** How an editor opens: beside the tree that keeps the focus, or for work. */
export type EditorMode = 'preview' | 'work';

/** Opens the place in a file that a node tells of; `onOpening` is told it before. */
export async function openSource(
  server: Server,
  node: TreeNode,
  opening: EditorMode,
  onOpening: (place: Place) => void,
): Promise<void> {
  const place = await placeOf(server, node);
  if (!place) return;
  onOpening(place);
  await open(place.uri, opening, place.range);
}

/** Opens the file that a node stands for. */
export async function openFile({ uri }: TreeNode, opening: EditorMode): Promise<void> {
  if (uri) await open(uri, opening);
}

/** Shows where a node's file lies: that which it stands for, else that which it is from. */
export async function revealFile(server: Server, node: TreeNode): Promise<void> {
  const address = node.uri ?? (await placeOf(server, node))?.uri;
  if (!address) return;
  const uri = Uri.parse(address);
  // The explorer has the files of the workspace alone.
  const command = workspace.getWorkspaceFolder(uri) ? 'revealInExplorer' : 'revealFileInOS';
  await commands.executeCommand(command, uri);
}

async function placeOf(server: Server, { id, leads }: TreeNode): Promise<Place | undefined> {
  if (!leads) return undefined;
  const params: RunLocationParams = { node: id };
  const place = await server.request<Place | null>(RUN_LOCATION, params);
  if (!place) void showInformation('What this tells of is gone from its file.');
  return place ?? undefined;
}

async function open(address: string, opening: EditorMode, range?: Place['range']): Promise<void> {
  const preview = opening === 'preview';
  await openLocation(Uri.parse(address), range, { preview, preserveFocus: preview });
}
