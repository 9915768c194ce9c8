import {
  type CancellationToken,
  CodeAction,
  type Disposable,
  type Event,
  EventEmitter,
  type ExtensionContext,
  extensions,
  type LogOutputChannel,
  l10n,
  type Range,
  TabInputText,
  Uri,
  window,
  workspace,
} from 'vscode';
import {
  type BaseLanguageClient,
  CloseAction,
  type DiagnosticProviderMiddleware,
  DidChangeWatchedFilesNotification,
  ErrorAction,
} from 'vscode-languageclient';
import {
  type ClientOptions,
  DIAGNOSTICS_DROPPED,
  type DiagnosticsDropped,
  TRUSTED,
} from '../../server/src/shared/lspExtensions';
import type { RequestAnswer, RequestMethod, RequestParams } from '../../server/src/shared/requests';
import type { ClientPlatform, HostedClient } from './clientPlatform';
import { withRepairPreviews } from './commands/withRepairPreviews';
import { fileEventQueue } from './debounce';
import { fileSchemes } from './editors/fileSchemes';
import { displayLanguageTexts } from './messages/displayLanguageTexts';
import { logWithoutCredentials, type ServerProcess, type ServerState, superviseServer } from './superviseServer';

/** The languages, by VS Code's ids, of the documents that the extension sends to the language server. */
export const LANGUAGES = ['json', 'jsonc', 'jsonl', 'markdown', 'yaml'];

/** The language server, as the rest of the extension starts it and sends requests to it. */
export interface Server extends Disposable {
  readonly state: ServerState;
  readonly onDidChangeState: Event<ServerState>;
  /** Resolves when the server runs, or can't be started. */
  start(): Promise<void>;
  restart(): Promise<void>;
  /** Starts an idle server, and waits for a starting one; rejects with a sentence for the user if there is no server. */
  request<M extends RequestMethod>(
    method: M,
    params?: RequestParams<M>,
    token?: CancellationToken,
  ): Promise<RequestAnswer<M>>;
  /** Returns the code actions of a kind in a range. VS Code's own command does not say which changes need confirmation. */
  codeActions(uri: Uri, range: Range, kind: string): Promise<CodeAction[]>;
  /** Registers a listener, which may precede the start and survives restarts. */
  onNotification<T>(method: string, listener: (params: T) => void): Disposable;
  /** Sends a notification to a running server. A server that starts later has to ask for the same fact. */
  notify(method: string): Promise<void>;
  /** Answers a request of the server, also after restarts. There is one handler for each method, set before the start. */
  onRequest<P, T>(method: string, answer: (params: P) => Promise<T>): void;
}

type Listeners = Map<string, Set<(params: unknown) => void>>;

/**
 * Creates the extension's handle of the language server, which runs in a process or worker of its own. `start` or the first request starts
 * the server; `dispose` ends it.
 */
export function createServer(context: ExtensionContext, log: LogOutputChannel, host: ClientPlatform): Server {
  const changed = new EventEmitter<ServerState>();
  const listeners: Listeners = new Map();
  const answers = new Map<string, (params: unknown) => Promise<unknown>>();
  let newest: Launched | undefined;
  const supervisor = superviseServer({
    launch(onEnd) {
      newest = launch(host, log, onEnd);
      for (const method of listeners.keys()) listen(newest, method);
      for (const [method, answer] of answers) newest.client.onRequest(method, answer);
      return newest;
    },
    onStateChange: state => changed.fire(state),
  });
  // The client library allows one listener for each method.
  const listen = ({ client }: Launched, method: string) =>
    client.onNotification(method, params => {
      for (const listener of [...(listeners.get(method) ?? [])]) listener(params);
    });
  const notify = async (method: string) => {
    if (supervisor.state === 'running') await newest?.client.sendNotification(method).catch(() => {});
  };
  // A server that isn't running receives the trust when it starts.
  const trust = workspace.onDidGrantWorkspaceTrust(() => notify(TRUSTED));
  log.info(`Agent Envelopes from ${context.extensionUri}`);
  const request = async <T>(ask: (client: BaseLanguageClient) => Promise<T>): Promise<T> => {
    const running = await supervisor.running();
    try {
      return await ask(running.client);
    } catch (error) {
      if (supervisor.isCurrent(running)) throw error;
      throw new Error(l10n.t('The Agent Envelopes server ended before it answered. Try again.'), { cause: error });
    }
  };
  return {
    get state() {
      return supervisor.state;
    },
    onDidChangeState: changed.event,
    start: supervisor.start,
    restart: supervisor.restart,
    request: (method, params, token) =>
      // An argument that is undefined would be sent as a second parameter.
      request(client => (token ? client.sendRequest(method, params, token) : client.sendRequest(method, params))),
    codeActions: (uri, range, kind) =>
      request(async client => {
        const found = await client.sendRequest<CodeActionResult>('textDocument/codeAction', {
          textDocument: { uri: client.code2ProtocolConverter.asUri(uri) },
          range: client.code2ProtocolConverter.asRange(range),
          context: { diagnostics: [], only: [kind] },
        });
        const whole = found.map(action =>
          'data' in action ? client.sendRequest<CodeActionResult[number]>('codeAction/resolve', action) : action,
        );
        const actions = await client.protocol2CodeConverter.asCodeActionResult(await Promise.all(whole));
        return actions.filter((action): action is CodeAction => action instanceof CodeAction);
      }),
    onNotification(method, listener) {
      if (!listeners.has(method)) {
        listeners.set(method, new Set());
        if (newest) listen(newest, method);
      }
      const methodListeners = listeners.get(method);
      methodListeners?.add(listener as (params: unknown) => void);
      return { dispose: () => methodListeners?.delete(listener as (params: unknown) => void) };
    },
    notify,
    onRequest(method, answer) {
      answers.set(method, answer as (params: unknown) => Promise<unknown>);
    },
    dispose() {
      trust.dispose();
      void supervisor.stop();
      changed.dispose();
    },
  };
}

type CodeActionResult = Parameters<BaseLanguageClient['protocol2CodeConverter']['asCodeActionResult']>[0];

interface Launched extends ServerProcess {
  client: BaseLanguageClient;
}

/** Launches a server with a new client, since a client whose start failed can't be started again. */
function launch(host: ClientPlatform, log: LogOutputChannel, onEnd: () => void): Launched {
  const { client, end }: HostedClient = host.createClient(
    {
      documentSelector: LANGUAGES.flatMap(language =>
        [...fileSchemes(), 'untitled'].map(scheme => ({ scheme, language })),
      ),
      initializationOptions: clientOptions(host),
      outputChannel: log,
      traceOutputChannel: logWithoutCredentials(log),
      initializationFailedHandler: () => false,
      middleware: {
        workspace: { didChangeWatchedFile: async event => events.add(event) },
        provideCodeActions: async (document, range, asked, token, next) =>
          withRepairPreviews((await next(document, range, asked, token)) ?? []),
        resolveCodeAction: async (action, token, next) =>
          withRepairPreviews([(await next(action, token)) ?? action])[0],
        async prepareRename(document, position, token, next) {
          try {
            return await next(document, position, token);
          } catch (error) {
            // Where the server finds nothing to rename, the library says so in English. The server's own reasons stay.
            if ((error as Error).message !== "The element can't be renamed.") throw error;
            throw new Error(l10n.t('There is no id or name at the cursor.'));
          }
        },
        provideDiagnostics: reportDropped(params => client.sendNotification(DIAGNOSTICS_DROPPED, params)),
      },
      errorHandler: {
        error(_error, _message, count) {
          if (!count || count <= MAX_ERRORS) return { action: ErrorAction.Continue, handled: true };
          onEnd();
          return { action: ErrorAction.Shutdown, handled: true };
        },
        closed() {
          onEnd();
          return { action: CloseAction.DoNotRestart, handled: true, message: 'The server has ended.' };
        },
      },
    },
    onEnd,
  );
  logOnlyErrors(client);
  const events = fileEventQueue(changes =>
    client.sendNotification(DidChangeWatchedFilesNotification.type, { changes }),
  );
  return {
    client,
    started: client.start(),
    async stop() {
      events.dispose();
      await client.dispose().finally(() => end?.());
    },
  };
}

/** The maximum number of messages that can't be written or read before the connection is given up. */
const MAX_ERRORS = 3;

/** Errors that the user should know are shown elsewhere, once, with a way to go on. */
function logOnlyErrors(client: BaseLanguageClient): void {
  const error = client.error.bind(client);
  client.error = (message, data) => error(message, data, false);
}

function clientOptions({ storage }: ClientPlatform): ClientOptions {
  const translation = displayLanguageTexts();
  return {
    hasJsonService: extensions.getExtension('vscode.json-language-features') !== undefined,
    opensDocs: true,
    showsRuns: true,
    reopensCompletion: true,
    takesNotifications: true,
    givesCredentials: true,
    trusted: workspace.isTrusted,
    hasMarkdownOutline: extensions.getExtension('vscode.markdown-language-features') !== undefined,
    ...(translation && { translation }),
    ...(storage !== undefined && { storage }),
  };
}

/**
 * Notifies the server when the client library drops pulled diagnostics. The library does so for a document without a tab, even if VS Code
 * keeps the document open, and then relies on the next workspace report. Without the notification, the server would see no change and would
 * not report them again.
 */
function reportDropped(
  notify: (params: DiagnosticsDropped) => Promise<void>,
): NonNullable<DiagnosticProviderMiddleware['provideDiagnostics']> {
  return async (document, previousResultId, token, next) => {
    try {
      return await next(document, previousResultId, token);
    } finally {
      const uri = document instanceof Uri ? document : document.uri;
      // In a later task, since the library drops the diagnostics after this function returns.
      if (!hasTab(uri)) setTimeout(() => void notify({ uri: uri.toString() }).catch(() => {}));
    }
  };
}

function hasTab(uri: Uri): boolean {
  const address = uri.toString();
  return window.tabGroups.all.some(({ tabs }) =>
    tabs.some(({ input }) => input instanceof TabInputText && input.uri.toString() === address),
  );
}
