import { env, Uri, window, workspace } from 'vscode';
import { RUN_TEXT, type RunFormat, type RunTextParams, type TreeNode } from '../../../../server/src/shared/protocol';
import { writeFile } from '../../files/writeFile';
import { showInformation, showStatusMessage } from '../../messages/notify';
import type { Server } from '../../server/createServer';

/** Copies a node's id. */
export async function copyId({ copies }: TreeNode): Promise<void> {
  if (copies === undefined) return;
  await env.clipboard.writeText(copies);
  showStatusMessage(`Copied ${copies}`);
}

/** Copies a run as a Mermaid diagram. */
export async function copyAsMermaid(server: Server, node: TreeNode): Promise<void> {
  const text = await requestRunText(server, node, 'mermaid');
  if (text === undefined) return;
  await env.clipboard.writeText(text);
  showStatusMessage(`Copied ${node.label} as Mermaid`);
}

/** Asks for a file, and writes a run into it as JSON. */
export async function exportRun(server: Server, node: TreeNode): Promise<void> {
  const name = `${(node.copies ?? node.label).replace(/[^\w.-]+/g, '_') || 'run'}.json`;
  const folder = workspace.workspaceFolders?.[0]?.uri;
  const uri = await window.showSaveDialog({
    title: 'Export Run',
    filters: { JSON: ['json'] },
    ...(folder && { defaultUri: Uri.joinPath(folder, name) }),
  });
  if (!uri) return;
  const text = await requestRunText(server, node, 'json');
  if (text !== undefined) await writeFile(uri, text);
}

async function requestRunText(server: Server, { run }: TreeNode, format: RunFormat): Promise<string | undefined> {
  if (run === undefined) return undefined;
  const params: RunTextParams = { run, format };
  const text = await server.request<string | null>(RUN_TEXT, params);
  if (text === null) void showInformation('This run no longer exists.');
  return text ?? undefined;
}
