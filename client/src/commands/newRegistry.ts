import { l10n, type QuickPickItem, Uri, type WorkspaceFolder, window, workspace } from 'vscode';
import type { RequestParams } from '../../../server/src/shared/requests';
import type { Server } from '../createServer';
import { exists, writeFile } from '../editors/writeFile';
import { askForText, pickMany, pickOne, showInformation } from '../messages/notify';

/**
 * Asks for the contents of a new state registry, and writes it to the protocol's path:
 * `specs/<feature>/.workflow/index.md`.
 */
export async function newRegistry(server: Server, within?: Uri): Promise<void> {
  const folders = workspace.workspaceFolders ?? [];
  if (folders.length === 0) {
    void showInformation(l10n.t("Open a folder first. A state registry is stored with its feature's documents."));
    return;
  }
  const folder = (within && workspace.getWorkspaceFolder(within)) ?? (await pickFolder(folders));
  if (!folder) return;
  const params = await askForRegistry(server);
  if (!params) return;
  const uri = Uri.joinPath(folder.uri, 'specs', params.featureId, '.workflow', 'index.md');
  if (!(await exists(uri))) {
    const text = await server.request('agentEnvelopes/newRegistry', params);
    if (!(await writeFile(uri, text))) return;
  } else void showInformation(l10n.t('{0} already has a state registry, shown here.', params.featureId));
  await window.showTextDocument(uri);
}

/** Returns the folder for the registry; asks only if there are several. */
async function pickFolder(folders: readonly WorkspaceFolder[]): Promise<WorkspaceFolder | undefined> {
  if (folders.length === 1) return folders[0];
  return window.showWorkspaceFolderPick({ placeHolder: l10n.t('Select the folder for the state registry') });
}

async function askForRegistry(server: Server): Promise<RequestParams<'agentEnvelopes/newRegistry'> | undefined> {
  const featureId = await askForText({
    title: l10n.t('Create State Registry (1/4)'),
    prompt: l10n.t('Feature ID (used as the folder name)'),
    placeHolder: '005-user-auth',
    validateInput: value =>
      /^[\w][\w.-]*$/.test(value) ? undefined : l10n.t('Letters, digits, dots and dashes, as in 005-user-auth'),
  });
  if (!featureId) return undefined;
  const branch = await askForText({
    title: l10n.t('Create State Registry (2/4)'),
    prompt: l10n.t('Branch'),
    value: featureId,
  });
  if (branch === undefined) return undefined;
  const workflows = ['specify', 'plan', 'tasks'].map((label): QuickPickItem => ({ label }));
  const workflow = await pickOne(workflows, {
    title: l10n.t('Create State Registry (3/4)'),
    placeHolder: l10n.t('Workflow'),
  });
  if (!workflow) return undefined;
  const extensions = await askExtensions(server);
  return extensions && { featureId, branch, workflow: workflow.label, extensions };
}

async function askExtensions(server: Server): Promise<string[] | undefined> {
  const known = await server.request('agentEnvelopes/extensions');
  const items = known.map(({ id, sections }): QuickPickItem => ({ label: id, detail: sections.join(', ') }));
  const chosen = await pickMany(items, {
    title: l10n.t('Create State Registry (4/4)'),
    placeHolder: l10n.t('Select optional sections'),
  });
  return chosen?.map(({ label }) => label);
}
