import { ConfigurationTarget, type Disposable, type ExtensionContext, l10n, workspace } from 'vscode';
import {
  CREDENTIAL,
  CREDENTIAL_CHANGED,
  type CredentialAnswer,
  type CredentialParams,
  SETTINGS,
} from '../../../server/src/shared/lspExtensions';
import type { Server } from '../createServer';
import { forRow, type RegisterCommand, setContext } from '../messages/failureReporter';
import { askForText, pickOne, showInformation } from '../messages/notify';
import type { TreeElement } from '../runs/pagedTreeNodes';
import type { RunsTree } from '../runs/runsTree';
import { addressFault, credentialKey, type NamedSource, namedSources, nameFault, SOURCE_KINDS } from './sourceSettings';

/** Registers the commands for trace stores, such as Langfuse, and keeps their credentials in the editor's secret storage. */
export function registerSources(
  { secrets }: ExtensionContext,
  server: Server,
  register: RegisterCommand,
  tree: Pick<RunsTree, 'show'>,
): Disposable[] {
  server.onRequest<CredentialParams, CredentialAnswer>(CREDENTIAL, async source => ({
    credential: (await secrets.get(credentialKey(source))) ?? null,
  }));

  async function setCredential(source: NamedSource): Promise<void> {
    const credential = await askForText({
      title: l10n.t('Credential of {0}', source.name),
      prompt: l10n.t(
        'Sent to {0} only, and kept in the secret storage. User and password as user:password (Langfuse: public key:secret key), or a token. Leave empty to remove it.',
        source.address,
      ),
      password: true,
    });
    if (credential === undefined) return;
    if (credential === '') await secrets.delete(credentialKey(source));
    else await secrets.store(credentialKey(source), credential);
    await server.notify(CREDENTIAL_CHANGED);
  }

  const updateContext = () => setContext('sources.some', configuredSources().length > 0);
  updateContext();

  return [
    workspace.onDidChangeConfiguration(event => {
      if (event.affectsConfiguration(`${SETTINGS}.sources`)) updateContext();
    }),
    register(
      'sources.setCredential',
      forRow(async (element?: TreeElement) => {
        const source = await pickSource(element);
        if (source) await setCredential(source);
      }),
    ),
    register('sources.add', async () => {
      const source = await askForSource();
      if (!source) return;
      const settings = workspace.getConfiguration(SETTINGS);
      const { globalValue, workspaceValue } = settings.inspect<unknown[]>('sources') ?? {};
      // The list of a workspace replaces the user's: a store added there would not appear.
      const [known, target] =
        workspaceValue === undefined
          ? [globalValue, ConfigurationTarget.Global]
          : [workspaceValue, ConfigurationTarget.Workspace];
      const { name, kind, address } = source;
      await settings.update('sources', [...(Array.isArray(known) ? known : []), { name, kind, address }], target);
      await setCredential(source);
      // In the tree, stores are below the runs of all folders.
      await tree.show({ source: name }, { focus: true });
    }),
  ];
}

function configuredSources(): NamedSource[] {
  return namedSources(workspace.getConfiguration(SETTINGS).get('sources'));
}

/** Returns the store of a tree node; without a node, the one that the user chooses. */
async function pickSource(element: TreeElement | undefined): Promise<NamedSource | undefined> {
  const sources = configuredSources();
  const named = element && sources.find(({ name }) => name === element.node.label);
  if (named || sources.length === 1) return named ?? sources[0];
  if (sources.length === 0) {
    void showInformation(l10n.t('No trace store is configured. Run "Add Source of Runs…" first.'));
    return undefined;
  }
  const items = sources.map(source => ({ label: source.name, description: source.address, source }));
  return (await pickOne(items, { placeHolder: l10n.t('Select a source'), matchOnDescription: true }))?.source;
}

async function askForSource(): Promise<(NamedSource & { kind: string }) | undefined> {
  const kinds = SOURCE_KINDS.map(store => ({
    label: store.label,
    description: l10n.t('such as {0}', store.address),
    store,
  }));
  const chosen = (await pickOne(kinds, { placeHolder: l10n.t('Select the kind of store') }))?.store;
  if (!chosen) return undefined;
  const address = await askForText({
    title: l10n.t('Add Source of Runs'),
    prompt: l10n.t('The address of {0}. It is queried only when you open it in the tree, or search it.', chosen.label),
    value: chosen.address,
    validateInput: addressFault,
  });
  if (address === undefined) return undefined;
  const taken = configuredSources().map(({ name }) => name);
  const name = await askForText({
    title: l10n.t('Add Source of Runs'),
    prompt: l10n.t('Its name in the tree'),
    value: chosen.kind,
    validateInput: value => nameFault(value, taken),
  });
  return name === undefined ? undefined : { name: name.trim(), kind: chosen.kind, address: address.trim() };
}
