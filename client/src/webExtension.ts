import { type Disposable, type ExtensionContext, l10n, Uri } from 'vscode';
import { BrowserMessageReader, BrowserMessageWriter, LanguageClient } from 'vscode-languageclient/browser';
import { mayHoldEnvelope } from '../../server/src/analysis/scanForEnvelopes';
import { type ClientOptions, TRANSLATION } from '../../server/src/shared/lspExtensions';
import { activateExtension } from './activateExtension';
import { answerFileRequests } from './answerFileRequests';
import type { ClientPlatform } from './clientPlatform';
import { type RegisterCommand, setContext } from './messages/failureReporter';
import { showInformation } from './messages/notify';
import { registerTools } from './registerAgentTools';

/**
 * Activates the extension in a browser, where it runs in a web worker.
 *
 * @param serverScript the text of the script of the server's worker
 */
export function activate(context: ExtensionContext, serverScript: () => Promise<string>): Promise<void> {
  setContext('inBrowser', true);
  return activateExtension(context, browserHost(serverScript), ({ server, register }) => {
    answerFileRequests(server, Uri.joinPath(context.extensionUri, 'dist'));
    return [...registerTools(context, server), ...refuseCommands(register)];
  });
}

function browserHost(serverScript: () => Promise<string>): ClientPlatform {
  return {
    createClient(options, onEnd) {
      let end = () => {};
      const start = async () => {
        // This line runs first, also in the worker of the index, which has the same script.
        const { translation }: ClientOptions = options.initializationOptions;
        const language = `globalThis.${TRANSLATION} = ${JSON.stringify(translation) ?? 'undefined'};\n`;
        const script = new Blob([language, await serverScript()], { type: 'text/javascript' });
        const url = URL.createObjectURL(script);
        const worker = new Worker(url, { name: 'agent-envelopes-server' });
        worker.addEventListener('error', onEnd);
        end = () => {
          worker.terminate();
          URL.revokeObjectURL(url);
        };
        return { reader: new BrowserMessageReader(worker), writer: new BrowserMessageWriter(worker) };
      };
      return { client: new LanguageClient('agentEnvelopes', 'Agent Envelopes', start, options), end: () => end() };
    },
    mayHoldEnvelope,
    downloads: true,
  };
}

// The global objects of a browser's worker that the types of Node lack.
declare const Blob: new (texts: string[], options: { type: string }) => object;
declare const URL: { createObjectURL(blob: object): string; revokeObjectURL(url: string): void };
declare const Worker: new (
  url: string,
  options: { name: string },
) => { addEventListener(event: 'error', listener: () => void): void; terminate(): void };

/** Says why a command does nothing in a browser, and how to go on. Menus hide these commands; links and keys may still call them. */
function refuseCommands(register: RegisterCommand): Disposable[] {
  const reasons: Readonly<Record<string, string>> = {
    openSample: l10n.t('The sample is copied to a disk, which a browser lacks.'),
    openSession: l10n.t('A browser has no home folder with sessions of coding agents.'),
    startReceiving: NO_PORT,
    stopReceiving: NO_PORT,
    receiverMenu: NO_PORT,
    copySendingEnvironment: NO_PORT,
    'sources.add': NO_STORES,
    'sources.setCredential': NO_STORES,
  };
  return Object.entries(reasons).map(([name, reason]) =>
    register(name, () => void showInformation(l10n.t('{0} Open the folder in VS Code on a desktop.', reason))),
  );
}

const NO_PORT = l10n.t('A browser can open no port to receive traces.');
const NO_STORES = l10n.t('Stores of traces answer no page in a browser.');
