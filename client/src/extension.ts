import {
  ConfigurationTarget,
  commands,
  type Disposable,
  type ExtensionContext,
  languages,
  type Memento,
  type QuickPickItem,
  QuickPickItemKind,
  type TextDocument,
  type TextDocumentChangeEvent,
  ThemeIcon,
  Uri,
  window,
  workspace,
} from 'vscode';
import {
  CREDENTIAL,
  CREDENTIAL_CHANGED,
  type CredentialAnswer,
  type CredentialParams,
  DOCUMENT,
  type DocumentParams,
  SESSION_SUMMARIES,
  SESSIONS,
  SETTINGS,
  type SessionInfo,
  type SessionSummariesParams,
  type SessionSummary,
  type SessionsAnswer,
  type SessionsParams,
} from '../../server/src/shared/protocol';
import { registerCommands } from './commands/registerCommands';
import { createServer, LANGUAGES, type Server } from './createServer';
import {
  commandRegistrar,
  failureReporter,
  forRow,
  type RegisterCommand,
  setContext,
} from './messages/failureReporter';
import { askForText, createPicker, pickOne, showInformation, showModal } from './messages/notify';
import { showLargeFileStatus, showRecognitionStatus, showServerStatus } from './messages/statusItems';
import { showReplay } from './replay/showReplay';
import type { RunsTree } from './runs/runsTree';
import { showRuns } from './runs/showRuns';
import type { TreeElement } from './runs/treePages';
import { groupSessions, type ListedSession } from './sources/groupSessions';
import { registerReceiver } from './sources/registerReceiver';
import {
  addressFault,
  credentialKey,
  type NamedSource,
  namedSources,
  nameFault,
  SOURCE_KINDS,
} from './sources/sourceSettings';

/** Composes the extension from its parts. */
export async function activate(context: ExtensionContext): Promise<void> {
  const log = window.createOutputChannel('Agent Envelopes', { log: true });
  const server = createServer(context, log);
  const reportFailure = failureReporter(server, log);
  const register = commandRegistrar(context.extension, reportFailure);
  const runs = showRuns(context, server, log, register);
  context.subscriptions.push(
    log,
    server,
    showServerStatus(server),
    showLargeFileStatus(),
    showRecognitionStatus(server),
    registerVirtualDocuments(server),
    suggestSchemaIds(),
    suggestInFences(),
    saveChangedSettings(),
    ...runs.disposables,
    ...showReplay(context, { server, log, register, reportFailure, onShown: runs.follow }),
    ...registerCommands(register, server, log),
    ...registerSources(context, server, register, runs.tree),
    registerReceiver(context, { server, register, reportFailure }),
    register('openSession', () => openSession(server, context.globalState)),
  );
  await server.start();
}

/**
 * Opens the list of our schemas when the user accepts the key `$schema` from a completion list, including that of VS
 * Code's JSON service.
 */
function suggestSchemaIds(): Disposable {
  return workspace.onDidChangeTextDocument(({ document, contentChanges, reason }: TextDocumentChangeEvent) => {
    const [change, ...more] = contentChanges;
    // Ignores undo and redo.
    if (reason !== undefined || !change || more.length > 0 || !ACCEPTED.test(change.text)) return;
    if (window.activeTextEditor?.document !== document) return;
    if (languages.match(LANGUAGES, document) > 0) void commands.executeCommand('editor.action.triggerSuggest');
  });
}

const ACCEPTED = /^"\$schema": ?("")?$/;

/**
 * Opens the list of completions when a word is begun on a line of its own in a JSON fence of Markdown, where VS Code suggests nothing while
 * one types: there the prefix of a snippet stands.
 */
function suggestInFences(): Disposable {
  return workspace.onDidChangeTextDocument(({ document, contentChanges, reason }: TextDocumentChangeEvent) => {
    const [change, ...more] = contentChanges;
    if (document.languageId !== 'markdown' || reason !== undefined || !change || more.length > 0) return;
    if (!/^[a-z]$/i.test(change.text) || window.activeTextEditor?.document !== document) return;
    const { line } = change.range.start;
    const isBegun = /^[\s>]*[a-z]$/i.test(document.lineAt(line).text);
    const isFenced = line > 0 && /^[\s>]*(?:`{3,}|~{3,})\s*json/i.test(document.lineAt(line - 1).text);
    if (isBegun && isFenced) void commands.executeCommand('editor.action.triggerSuggest');
  });
}

/** Provides the documents of the scheme `agent-envelopes:` for read-only editors, mainly the documentation of rules. */
function registerVirtualDocuments(server: Server): Disposable {
  return workspace.registerTextDocumentContentProvider('agent-envelopes', {
    async provideTextDocumentContent(uri) {
      const params: DocumentParams = { uri: uri.toString() };
      const text = await server.request<string | null>(DOCUMENT, params);
      return text ?? `There is no document ${uri.path}.`;
    },
  });
}

/**
 * Saves a settings file that is changed while no editor shows it, as fixes do that declare a name there, and offers to show it: the
 * command line reads what is on disk.
 */
function saveChangedSettings(): Disposable {
  return workspace.onDidChangeTextDocument(async ({ document, contentChanges }) => {
    if (contentChanges.length === 0 || !document.isDirty || !isSettingsFile(document) || isShown(document)) return;
    if (!(await document.save())) return;
    const show = 'Show';
    const text = `${workspace.asRelativePath(document.uri)} is changed and saved.`;
    if ((await showInformation(text, show)) === show) await window.showTextDocument(document);
  });
}

function isSettingsFile({ uri }: TextDocument): boolean {
  return uri.scheme === 'file' && uri.path.endsWith('/.agent-envelopes.json');
}

function isShown(document: TextDocument): boolean {
  return window.visibleTextEditors.some(editor => editor.document === document);
}

/** Registers the commands of stores of traces, and keeps their credentials in the editor's secret storage. */
function registerSources(
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
      title: `Credential of ${source.name}`,
      prompt: `Sent to ${source.address} only, and kept in the secret storage. User and password as user:password (Langfuse: public key:secret key), or a token. Leave empty to remove it.`,
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
      const inUser = settings.inspect<unknown[]>('sources')?.globalValue;
      const { name, kind, address } = source;
      const all = [...(Array.isArray(inUser) ? inUser : []), { name, kind, address }];
      await settings.update('sources', all, ConfigurationTarget.Global);
      await setCredential(source);
      // It stands below the runs of all folders.
      await tree.show({ source: name }, { focus: true });
    }),
  ];
}

function configuredSources(): NamedSource[] {
  return namedSources(workspace.getConfiguration(SETTINGS).get('sources'));
}

/** The store of a node of the tree, else the one that the user chooses. */
async function pickSource(element: TreeElement | undefined): Promise<NamedSource | undefined> {
  const sources = configuredSources();
  const named = element && sources.find(({ name }) => name === element.node.label);
  if (named || sources.length === 1) return named ?? sources[0];
  if (sources.length === 0) {
    void showInformation('No trace store is configured. Run "Add Source of Runs…" first.');
    return undefined;
  }
  const items = sources.map(source => ({ label: source.name, description: source.address, source }));
  return (await pickOne(items, { placeHolder: 'Select a source', matchOnDescription: true }))?.source;
}

async function askForSource(): Promise<(NamedSource & { kind: string }) | undefined> {
  const kinds = SOURCE_KINDS.map(store => ({ label: store.label, description: `such as ${store.address}`, store }));
  const chosen = (await pickOne(kinds, { placeHolder: 'Select the kind of store' }))?.store;
  if (!chosen) return undefined;
  const address = await askForText({
    title: 'Add Source of Runs',
    prompt: `The address of ${chosen.label}. It is queried only when you open it in the tree, or search it.`,
    value: chosen.address,
    validateInput: addressFault,
  });
  if (address === undefined) return undefined;
  const taken = configuredSources().map(({ name }) => name);
  const name = await askForText({
    title: 'Add Source of Runs',
    prompt: 'Its name in the tree',
    value: chosen.kind,
    validateInput: value => nameFault(value, taken),
  });
  return name === undefined ? undefined : { name: name.trim(), kind: chosen.kind, address: address.trim() };
}

/** Asks which session of a coding agent to replay. The user is asked first, once, whether its folders may be looked into. */
async function openSession(server: Server, state: Memento): Promise<void> {
  const listSessions = (isAllowed: boolean) =>
    server.request<SessionsAnswer>(SESSIONS, { isAllowed } satisfies SessionsParams);
  const { folders } = await listSessions(false);
  if (!(await askOnce(folders, state))) return;
  const session = await pickSession(server, async () => (await listSessions(true)).sessions);
  if (session === 'none')
    void showInformation(`No sessions of Claude Code or Codex were found in ${folders.join(', ')}.`);
  else if (session) await commands.executeCommand('vscode.openWith', Uri.parse(session), 'agentEnvelopes.replayEditor');
}

const ALLOWED = 'sessions.allowedFolders';

async function askOnce(folders: readonly string[], state: Memento): Promise<boolean> {
  const allowed = state.get<readonly string[]>(ALLOWED, []);
  if (folders.every(folder => allowed.includes(folder))) return true;
  const yes = 'Look There';
  const detail = `${folders.join('\n')}\n\nCoding agents keep the logs of their sessions there. The beginnings of the newest are read for the list, and all of the one that you open. Nothing is written there, and nothing leaves this machine.`;
  if ((await showModal('Look for sessions of Claude Code and Codex in these folders?', detail, yes)) !== yes)
    return false;
  await state.update(ALLOWED, folders);
  return true;
}

type Choice = QuickPickItem & { uri?: string };

/**
 * Asks for one of the sessions, and returns its URI. The list opens at once, and grows while the logs are read.
 *
 * @returns `none` if there is no session, undefined if the user cancels
 */
function pickSession(server: Server, list: () => Promise<SessionInfo[]>): Promise<string | undefined> {
  const pick = createPicker<Choice>();
  pick.placeholder = 'Select a session to replay';
  pick.matchOnDescription = true;
  pick.keepScrollPosition = true;
  pick.busy = true;
  let isOpen = true;
  const show = (sessions: readonly ListedSession[]) => {
    const active = pick.activeItems[0]?.uri;
    const items = pick.offer(groupSessions(sessions).flatMap(createChoices));
    // New items make the first one active.
    const same = items.find(({ uri }) => uri !== undefined && uri === active);
    if (same) pick.activeItems = [same];
  };
  return new Promise((resolve, reject) => {
    const fill = async () => {
      const waiting = await list();
      const listed: ListedSession[] = [];
      while (isOpen && waiting.length > 0) {
        const batch = waiting.splice(0, BATCH);
        const params: SessionSummariesParams = { files: batch.map(({ uri }) => ({ uri })) };
        const summaries = await server.request<(SessionSummary | null)[]>(SESSION_SUMMARIES, params);
        for (const [index, session] of batch.entries()) {
          const summary = summaries[index];
          if (summary) listed.push({ ...session, ...summary });
        }
        if (isOpen) show(listed);
      }
      pick.busy = false;
      if (isOpen && listed.length === 0) finish('none');
    };
    const finish = (uri: string | undefined) => {
      resolve(uri);
      pick.hide();
    };
    pick.onDidAccept(() => {
      const [chosen] = pick.selectedItems;
      if (chosen?.uri !== undefined) finish(chosen.uri);
    });
    pick.onDidHide(() => {
      isOpen = false;
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
    fill().catch(error => {
      reject(error);
      pick.hide();
    });
  });
}

const BATCH = 20;

function createChoices([project, sessions]: [string, ListedSession[]]): Choice[] {
  return [
    { label: project, kind: QuickPickItemKind.Separator },
    ...sessions.map(({ uri, title, name, facts, isLive }) => ({
      label: title ?? name,
      // Separators are not searched.
      description: [...facts, project.split(/[\\/]/).at(-1)].join(' · '),
      iconPath: new ThemeIcon(isLive ? 'record' : 'comment-discussion'),
      uri,
    })),
  ];
}
