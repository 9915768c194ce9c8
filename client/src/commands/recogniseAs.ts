import {
  ConfigurationTarget,
  l10n,
  type QuickPickItem,
  QuickPickItemKind,
  Range,
  Uri,
  type WorkspaceConfiguration,
  WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import type { KindInfo } from '../../../server/src/shared/lspExtensions';
import type { Server } from '../createServer';
import { writeFile } from '../editors/writeFile';
import { writeFailureText } from '../messages/failureText';
import { pickOne, showInformation } from '../messages/notify';

/** An item of the list from which the user chooses the kind of envelope in a file. */
interface Choice extends QuickPickItem {
  /** A kind, `none`, or undefined to recognise the file by its content. */
  association?: string | undefined;
}

/** Asks which kind of envelope a file contains, and saves the answer in the folder's settings file. */
export async function recogniseAs(server: Server, fileArgument?: Uri): Promise<void> {
  const uri = savedFile(fileArgument);
  if (!uri) return;
  const kinds = await server.request('agentEnvelopes/kinds');
  const fitting = await server.request('agentEnvelopes/fittingKinds', { uri: uri.toString() });
  const choice = await pickOne(createChoices(kinds, fitting), {
    placeHolder: l10n.t('Select the kind of envelope in this file'),
    matchOnDescription: true,
  });
  const saved = choice && (await associate(server, uri, choice.association));
  if (saved?.isEditorOnly) void showInformation(`${saved.by}.`);
}

/** Saves in the folder's settings file that the file contains no envelopes. */
export async function notAnEnvelope(server: Server, fileArgument?: Uri): Promise<void> {
  const uri = savedFile(fileArgument);
  if (!uri) return;
  const saved = await associate(server, uri, 'none');
  if (!saved) return;
  const undo = l10n.t('Undo');
  const text = l10n.t('{0} is no longer checked. {1}.', workspace.asRelativePath(uri), saved.by);
  if ((await showInformation(text, undo)) === undo) await associate(server, uri, saved.previous);
}

function savedFile(fileArgument: Uri | undefined): Uri | undefined {
  const uri = fileArgument ?? window.activeTextEditor?.document.uri;
  if (!uri) void showInformation(l10n.t('Open the file first.'));
  else if (uri.scheme === 'untitled') {
    void showInformation(l10n.t('Save the file first, or add "$schema" to it.'));
  } else return uri;
  return undefined;
}

function createChoices(kinds: readonly KindInfo[], fitting: readonly string[]): Choice[] {
  const choiceOf = ({ id, title }: KindInfo) => ({ label: title, description: id, association: id });
  const separator = (label: string) => ({ label, kind: QuickPickItemKind.Separator });
  const first = fitting.flatMap(id => kinds.filter(one => one.id === id));
  const others = kinds.filter(({ id }) => !fitting.includes(id));
  const families = [...new Set(others.map(({ family }) => family))];
  return [
    ...(first.length > 0 ? [separator(l10n.t('Fits the content')), ...first.map(choiceOf)] : []),
    separator(l10n.t('Other choices')),
    {
      label: l10n.t('Detect automatically'),
      description: l10n.t('remove the association of this file'),
      association: undefined,
    },
    { label: l10n.t('Not an envelope'), description: 'none', association: 'none' },
    ...families.flatMap(family => [separator(family), ...others.filter(one => one.family === family).map(choiceOf)]),
  ];
}

interface Saved {
  /** The previous association. */
  previous: string | undefined;
  /** The place where the choice is saved, as a sentence without its full stop. */
  by: string;
  /** The command line does not read the place where the choice is saved. */
  isEditorOnly?: true;
}

/** Saves a file's association. Undefined if it can't be saved or the user declined. */
async function associate(server: Server, uri: Uri, kind: string | undefined): Promise<Saved | undefined> {
  if (!workspace.getWorkspaceFolder(uri)) return associateInEditor(uri, kind);
  if (!workspace.isTrusted) {
    void showInformation(l10n.t('The choice is saved in the workspace. Trust the workspace first.'));
    return undefined;
  }
  const params = {
    uri: uri.toString(),
    ...(kind !== undefined && { kind }),
  };
  const answer = await server.request('agentEnvelopes/associate', params);
  if (!answer) return associateInEditor(uri, kind);
  if (answer.fault !== undefined) throw new Error(answer.fault);
  const target = Uri.parse(answer.uri);
  if (answer.isChanged && !(await replaceText(target, answer.text))) return undefined;
  // An earlier version saved the choice in the editor's settings, which the command line does not read.
  const forgotten = await forgetInEditor(uri);
  const previous = answer.previous ?? forgotten;
  return { previous, by: l10n.t('Saved in {0}', workspace.asRelativePath(target)) };
}

/** Replaces the text of a file and saves it; in an open editor, the change can be undone. Resolves to false if the file was not written. */
async function replaceText(uri: Uri, text: string): Promise<boolean> {
  const open = workspace.textDocuments.find(one => one.uri.toString() === uri.toString());
  if (!open) return writeFile(uri, text);
  const edit = new WorkspaceEdit();
  edit.replace(uri, open.validateRange(new Range(0, 0, open.lineCount, 0)), text);
  return (await workspace.applyEdit(edit)) && (await open.save());
}

/** Saves the association of a file outside of all folders in the user's settings. */
async function associateInEditor(uri: Uri, kind: string | undefined): Promise<Saved> {
  const settings = workspace.getConfiguration('agentEnvelopes', uri);
  const glob = escapeGlob(uri.path.slice(1));
  const { [glob]: previous, ...rest } = settings.inspect<Record<string, string>>('associations')?.globalValue ?? {};
  await update(settings, kind === undefined ? rest : { ...rest, [glob]: kind }, ConfigurationTarget.Global);
  const by = l10n.t(
    'The file is outside of the workspace, so the choice is saved in your setting agentEnvelopes.associations; the command line does not read it',
  );
  return { previous, by, isEditorOnly: true };
}

/** Removes the association of a file from the editor's workspace settings; returns the removed association. */
async function forgetInEditor(uri: Uri): Promise<string | undefined> {
  const settings = workspace.getConfiguration('agentEnvelopes', uri);
  const inspected = settings.inspect<Record<string, string>>('associations');
  const glob = escapeGlob(workspace.asRelativePath(uri, false));
  let previous: string | undefined;
  for (const [value, target] of [
    [inspected?.workspaceValue, ConfigurationTarget.Workspace],
    [inspected?.workspaceFolderValue, ConfigurationTarget.WorkspaceFolder],
  ] as const) {
    const { [glob]: found, ...rest } = value ?? {};
    if (found === undefined) continue;
    previous = found;
    await update(settings, rest, target);
  }
  return previous;
}

async function update(settings: WorkspaceConfiguration, associations: object, target: ConfigurationTarget) {
  const file =
    target === ConfigurationTarget.Global ? l10n.t('Your settings file') : l10n.t("The workspace's settings file");
  try {
    await settings.update('associations', associations, target);
  } catch (error) {
    throw new Error(writeFailureText(error, file), { cause: error });
  }
}

// Escapes glob characters in a file name.
function escapeGlob(path: string): string {
  return path.replace(/[\\*?[\]{}()!+@|]/g, '\\$&');
}
