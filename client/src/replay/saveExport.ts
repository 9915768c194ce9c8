import { commands, env, ProgressLocation, UIKind, Uri, window, workspace } from 'vscode';
import { type ExportFormat, REPLAY, type Redaction, type ReplayParams } from '../../../server/src/shared/protocol';
import { writeFile } from '../files/writeFile';
import { showInformation, withProgress } from '../messages/notify';
import type { Server } from '../server/createServer';

interface SaveExportOptions {
  run: string;
  format: ExportFormat;
  redaction: Redaction;
}

/** Exports a run to a file that the user chooses, and offers to open it. */
export async function saveExport(server: Server, { run, format, redaction }: SaveExportOptions): Promise<void> {
  const exported = await withProgress({ location: ProgressLocation.Notification, title: 'Exporting the run…' }, () => {
    const params: ReplayParams<'export'> = { run, question: 'export', params: { format, redaction } };
    return server.request<{ text: string; name: string } | null>(REPLAY, params);
  });
  if (!exported) {
    void showInformation('This run no longer exists: there is nothing to export.');
    return;
  }
  const folder = workspace.workspaceFolders?.[0]?.uri;
  const uri = await window.showSaveDialog({
    title: 'Export Run',
    filters: FILTERS[format],
    ...(folder && { defaultUri: Uri.joinPath(folder, exported.name) }),
  });
  if (!uri) return;
  if (await writeFile(uri, exported.text)) void offerToOpen(uri, format);
}

const FILTERS: Record<ExportFormat, Record<string, string[]>> = {
  html: { 'Web Page': ['html'] },
  mermaid: { Mermaid: ['mmd', 'mermaid', 'md'] },
  otlp: { 'OTLP JSON': ['json'] },
  atif: { ATIF: ['json'] },
  jsonl: { 'JSON Lines': ['jsonl'] },
  json: { JSON: ['json'] },
};

async function offerToOpen(uri: Uri, format: ExportFormat): Promise<void> {
  // A browser can open only files on the machine that it runs on.
  const inBrowser = format === 'html' && uri.scheme === 'file' && isLocal();
  const open = inBrowser ? 'Open in Browser' : 'Open';
  const chosen = await showInformation(`Exported to ${workspace.asRelativePath(uri)}.`, open);
  if (chosen !== open) return;
  if (inBrowser) await env.openExternal(uri);
  else await commands.executeCommand('vscode.open', uri);
}

function isLocal(): boolean {
  return env.uiKind === UIKind.Desktop && env.remoteName === undefined;
}
