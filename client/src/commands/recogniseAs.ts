import { ConfigurationTarget, type QuickPickItem, QuickPickItemKind, type Uri, window, workspace } from 'vscode';
import { KINDS, type KindInfo } from '../../../server/src/shared/protocol';
import { writeFailureText } from '../messages/failureText';
import { pickOne, showInformation } from '../messages/notify';
import type { Server } from '../server/createServer';

interface Choice extends QuickPickItem {
  /** A kind, `none`, or undefined to recognise the file by its content. */
  association?: string | undefined;
}

/** Asks what the file contains, and saves the answer in the workspace settings. */
export async function recogniseAs(server: Server, fileArgument?: Uri): Promise<void> {
  const uri = savedFile(fileArgument);
  if (!uri) return;
  const kinds = await server.request<KindInfo[]>(KINDS);
  const choice = await pickOne(createChoices(kinds), {
    placeHolder: 'What does this file hold?',
    matchOnDescription: true,
  });
  if (choice) await associate(uri, choice.association);
}

/** Saves in the workspace settings that the file contains no envelopes. */
export async function notAnEnvelope(fileArgument?: Uri): Promise<void> {
  const uri = savedFile(fileArgument);
  if (!uri) return;
  const previous = await associate(uri, 'none');
  const undo = 'Undo';
  const text = `${workspace.asRelativePath(uri)} is not checked any more. The setting agentEnvelopes.associations says so.`;
  if ((await showInformation(text, undo)) === undo) await associate(uri, previous);
}

function savedFile(fileArgument: Uri | undefined): Uri | undefined {
  const uri = fileArgument ?? window.activeTextEditor?.document.uri;
  if (!uri) void showInformation('Open the file first.');
  else if (uri.scheme === 'untitled') {
    void showInformation('Save the file first: what it holds is remembered by its name. Or give it a "$schema".');
  } else return uri;
  return undefined;
}

function createChoices(kinds: readonly KindInfo[]): Choice[] {
  return [
    { label: 'By its content', description: 'forget what was said of this file', association: undefined },
    { label: 'Not an envelope', description: 'none', association: 'none' },
    { label: 'Kinds', kind: QuickPickItemKind.Separator },
    ...kinds.map(({ id, title, family }) => ({ label: title, description: id, detail: family, association: id })),
  ];
}

/** Saves a file's association; returns the previous one. */
async function associate(uri: Uri, association: string | undefined): Promise<string | undefined> {
  const folder = workspace.getWorkspaceFolder(uri);
  const settings = workspace.getConfiguration('agentEnvelopes', uri);
  // The glob is relative to a folder, and in a multi-root workspace each folder has its own settings.
  const isOneOfSeveral = folder && (workspace.workspaceFolders?.length ?? 0) > 1;
  const inWorkspace = isOneOfSeveral ? ConfigurationTarget.WorkspaceFolder : ConfigurationTarget.Workspace;
  const target = folder ? inWorkspace : ConfigurationTarget.Global;
  const inspected = settings.inspect<Record<string, string>>('associations');
  const globalValue = inspected?.globalValue;
  const workspaceValue = isOneOfSeveral ? inspected?.workspaceFolderValue : inspected?.workspaceValue;
  const glob = escapeGlob(folder ? workspace.asRelativePath(uri, false) : uri.path.slice(1));
  const { [glob]: previous, ...rest } = (folder ? workspaceValue : globalValue) ?? {};
  const associations = association === undefined ? rest : { ...rest, [glob]: association };
  try {
    await settings.update('associations', associations, target);
  } catch (error) {
    throw new Error(writeFailureText(error, folder ? "The workspace's settings file" : 'Your settings file'), {
      cause: error,
    });
  }
  return previous;
}

// Escapes glob characters in a file name.
function escapeGlob(path: string): string {
  return path.replace(/[\\*?[\]{}()!+@|]/g, '\\$&');
}
