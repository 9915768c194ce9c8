import {
  FileType,
  l10n,
  ProgressLocation,
  type TextDocument,
  Uri,
  ViewColumn,
  WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import { isProtocolId, PROTOCOL_ID_RULE, suggestProtocolId } from '../../../server/src/shared/protocolId';
import type { Server } from '../createServer';
import { isFileUri } from '../editors/fileSchemes';
import { openLocation } from '../editors/openLocation';
import { exists } from '../editors/writeFile';
import { askForText, showInformation, withProgress } from '../messages/notify';

/**
 * Infers the protocol of the envelopes in files and folders that the user selected. Shows a first declaration and the guesses in it as documents
 * next to the samples. Writes nothing.
 */
export async function inferProtocol(server: Server, selected: readonly Uri[]): Promise<void> {
  const active = window.activeTextEditor?.document.uri;
  const files = selected.length > 0 ? selected : active ? [active] : await chooseFiles();
  if (files.length === 0) return;
  const [first] = files.filter(isFileUri);
  if (!first) {
    void showInformation(l10n.t('Open a saved file with envelopes first, or select files or folders in the explorer.'));
    return;
  }
  const id = await askForText({
    title: l10n.t('Infer Protocol'),
    prompt: l10n.t("The protocol's id, the first part of its kinds' names"),
    value: suggestProtocolId(first.path),
    validateInput: value => (isProtocolId(value) ? undefined : l10n.t('The id {0}.', PROTOCOL_ID_RULE)),
  });
  if (!id) return;
  const { text, guesses, note } = await withProgress(
    { location: ProgressLocation.Notification, title: l10n.t('Inferring {0}…', id) },
    () => server.request('agentEnvelopes/inferProtocol', { files: files.map(uri => ({ uri: uri.toString() })), id }),
  );
  if (note !== undefined) void showInformation(note);
  if (text === undefined) return;
  await showSample(first);
  const folder = workspace.getWorkspaceFolder(first)?.uri ?? Uri.joinPath(first, '..');
  const address = (await freeUri(folder, id)).with({ scheme: 'untitled' });
  await showFilled(await workspace.openTextDocument({ language: 'markdown' }), guesses, ViewColumn.Beside);
  // Named as a declaration, it is checked as one before it is saved.
  await showFilled(await workspace.openTextDocument(address), text, ViewColumn.Active);
}

async function chooseFiles(): Promise<readonly Uri[]> {
  const options = { canSelectFiles: true, canSelectFolders: true, canSelectMany: true };
  return (
    (await window.showOpenDialog({
      title: l10n.t('Infer Protocol'),
      openLabel: l10n.t('Infer Protocol'),
      ...options,
    })) ?? []
  );
}

/** Shows an empty document before filling it: VS Code would open a changed document that is not shown, in any group that has the focus. */
async function showFilled(document: TextDocument, text: string, viewColumn: ViewColumn): Promise<void> {
  await window.showTextDocument(document, { viewColumn, preview: false });
  const edit = new WorkspaceEdit();
  edit.insert(document.uri, document.positionAt(0), text);
  await workspace.applyEdit(edit);
}

/** Opens a selected file, unless it is open, so that the declaration appears beside it. */
async function showSample(uri: Uri): Promise<void> {
  if (window.visibleTextEditors.some(({ document }) => document.uri.toString() === uri.toString())) return;
  const { type } = await workspace.fs.stat(uri);
  if (type === FileType.File) await openLocation(uri, undefined, { preview: true });
}

/** Returns an address that neither a file nor an open document has. */
async function freeUri(folder: Uri, id: string): Promise<Uri> {
  for (let number = 1; ; number++) {
    const uri = Uri.joinPath(folder, `${id}${number === 1 ? '' : `-${number}`}.agent-protocol.json`);
    const isOpen = workspace.textDocuments.some(document => document.uri.path === uri.path);
    if (!isOpen && !(await exists(uri))) return uri;
  }
}
