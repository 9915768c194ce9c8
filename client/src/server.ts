import { type Disposable, type ExtensionContext, extensions, type LogOutputChannel, workspace } from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';
import { type ClientOptions, TRUSTED } from '../../server/src/protocol';
import { storageFolder } from './storage';

export const LANGUAGES = ['json', 'jsonc', 'jsonl', 'markdown'];

/** The language server, as the rest of the client sees it. */
export interface Server extends Disposable {
  start(): Promise<void>;
  restart(): Promise<void>;
  request<T>(method: string, params?: unknown): Promise<T>;
  /** A listener hears of it from the start, also after a restart. */
  onNotification<T>(method: string, listener: (params: T) => void): Disposable;
}

/** A server that runs beside the extension host; starts when told to, stops when disposed of. */
export function createServer(context: ExtensionContext, log: LogOutputChannel): Server {
  const module = context.asAbsolutePath('dist/server.js');
  const client = new LanguageClient(
    'agentEnvelopes',
    'Agent Envelopes',
    {
      run: { module, transport: TransportKind.ipc },
      debug: { module, transport: TransportKind.ipc, options: { execArgv: ['--nolazy', '--inspect=6009'] } },
    },
    {
      documentSelector: LANGUAGES.flatMap(language => ['file', 'untitled'].map(scheme => ({ scheme, language }))),
      // Asked anew when it is restarted.
      initializationOptions: () => optionsOf(context),
      outputChannel: log,
      traceOutputChannel: log,
    },
  );
  // One that isn't running is told when it starts.
  const trust = workspace.onDidGrantWorkspaceTrust(() => client.sendNotification(TRUSTED).catch(() => {}));
  const notifications = new Map<string, Set<(params: unknown) => void>>();
  log.info(`Agent Envelopes from ${context.extensionPath}`);
  // The client library has room for one listener a method.
  const listenersOf = (method: string) => {
    const listeners = new Set<(params: unknown) => void>();
    notifications.set(method, listeners);
    client.onNotification(method, params => {
      for (const listener of [...listeners]) listener(params);
    });
    return listeners;
  };
  return {
    start: () => client.start(),
    restart: () => client.restart(),
    request: (method, params) => client.sendRequest(method, params),
    onNotification(method, listener) {
      const listeners = notifications.get(method) ?? listenersOf(method);
      listeners.add(listener as (params: unknown) => void);
      return { dispose: () => listeners.delete(listener as (params: unknown) => void) };
    },
    dispose() {
      trust.dispose();
      void client.dispose();
    },
  };
}

function optionsOf(context: ExtensionContext): ClientOptions {
  const storage = storageFolder(context);
  return {
    hasJsonService: extensions.getExtension('vscode.json-language-features') !== undefined,
    opensDocs: true,
    trusted: workspace.isTrusted,
    hasMarkdownOutline: extensions.getExtension('vscode.markdown-language-features') !== undefined,
    ...(storage && { storage }),
  };
}
