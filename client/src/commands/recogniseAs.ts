import { ConfigurationTarget, type QuickPickItem, QuickPickItemKind, type Uri, window, workspace } from 'vscode';
import { KINDS, type KindInfo } from '../../../server/src/shared/protocol';
import { writeFailureText } from '../messages/failureText';
import { pickOne, showInformation } from '../messages/notify';
import type { Server } from '../server/createServer';

interface Choice extends QuickPickItem {
  /** A kind, `none`, or undefined to leave it to the file. */
  association?: string | undefined;
}

/** Asks what the active file holds, and saves the answer in the workspace settings. */
export async function recogniseAs(server: Server, named?: Uri): Promise<void> {
  const uri = savedFile(named);
  if (!uri) return;
  const kinds = await server.request<KindInfo[]>(KINDS);
  const choice = await pickOne(createChoices(kinds), {
    placeHolder: 'What does this file hold?',
    matchOnDescription: true,
  });
  if (choice) await associate(uri, choice.association);
}

/** Saves that the active file holds no envelopes. */
export async function notAnEnvelope(named?: Uri): Promise<void> {
  const uri = savedFile(named);
  if (!uri) return;
  const before = await associate(uri, 'none');
  const undo = 'Undo';
  const text = `${workspace.asRelativePath(uri)} is not checked any more. The setting agentEnvelopes.associations says so.`;
  if ((await showInformation(text, undo)) === undo) await associate(uri, before);
}

function savedFile(named: Uri | undefined): Uri | undefined {
  const uri = named ?? window.activeTextEditor?.document.uri;
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

/** Returns the file's previous association. */
async function associate(uri: Uri, association: string | undefined): Promise<string | undefined> {
  const folder = workspace.getWorkspaceFolder(uri);
  const settings = workspace.getConfiguration('agentEnvelopes', uri);
  // The glob is relative to a folder: each of several folders has its own settings.
  const isOneOfSeveral = folder && (workspace.workspaceFolders?.length ?? 0) > 1;
  const inWorkspace = isOneOfSeveral ? ConfigurationTarget.WorkspaceFolder : ConfigurationTarget.Workspace;
  const target = folder ? inWorkspace : ConfigurationTarget.Global;
  const inspected = settings.inspect<Record<string, string>>('associations');
  const globalValue = inspected?.globalValue;
  const workspaceValue = isOneOfSeveral ? inspected?.workspaceFolderValue : inspected?.workspaceValue;
  const glob = escapeGlob(folder ? workspace.asRelativePath(uri, false) : uri.path.slice(1));
  const { [glob]: before, ...others } = (folder ? workspaceValue : globalValue) ?? {};
  const associations = association === undefined ? others : { ...others, [glob]: association };
  try {
    await settings.update('associations', associations, target);
  } catch (error) {
    throw new Error(writeFailureText(error, folder ? "The workspace's settings file" : 'Your settings file'), {
      cause: error,
    });
  }
  return before;
}

// Escapes glob characters in a file name.
function escapeGlob(path: string): string {
  return path.replace(/[\\*?[\]{}()!+@|]/g, '\\$&');
}
