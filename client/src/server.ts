import { type Disposable, type ExtensionContext, extensions, type LogOutputChannel } from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';
import { type ClientOptions, RECOGNISED, type RecognisedParams } from '../../server/src/protocol';

export const LANGUAGES = ['json', 'jsonc', 'jsonl', 'markdown'];

/** The language server, as the rest of the client sees it. */
export interface Server extends Disposable {
  start(): Promise<void>;
  restart(): Promise<void>;
  request<T>(method: string, params?: unknown): Promise<T>;
  onRecognised(listener: (params: RecognisedParams) => void): void;
}

/** A server that runs beside the extension host; starts when told to, stops when disposed of. */
export function createServer({ extensionPath, asAbsolutePath }: ExtensionContext, log: LogOutputChannel): Server {
  const module = asAbsolutePath('dist/server.js');
  const client = new LanguageClient(
    'agentEnvelopes',
    'Agent Envelopes',
    {
      run: { module, transport: TransportKind.ipc },
      debug: { module, transport: TransportKind.ipc, options: { execArgv: ['--nolazy', '--inspect=6009'] } },
    },
    {
      documentSelector: LANGUAGES.flatMap(language => ['file', 'untitled'].map(scheme => ({ scheme, language }))),
      initializationOptions: optionsOf(),
      outputChannel: log,
      traceOutputChannel: log,
    },
  );
  log.info(`Agent Envelopes from ${extensionPath}`);
  const listeners: ((params: RecognisedParams) => void)[] = [];
  client.onNotification(RECOGNISED, (params: RecognisedParams) => {
    for (const listener of listeners) listener(params);
  });
  return {
    start: () => client.start(),
    restart: () => client.restart(),
    request: (method, params) => client.sendRequest(method, params),
    onRecognised: listener => listeners.push(listener),
    dispose: () => void client.dispose(),
  };
}

function optionsOf(): ClientOptions {
  return {
    hasJsonService: extensions.getExtension('vscode.json-language-features') !== undefined,
    opensDocs: true,
    hasMarkdownOutline: extensions.getExtension('vscode.markdown-language-features') !== undefined,
  };
}
