import type { ExtensionContext } from 'vscode';
import { LanguageClient, type LanguageClientOptions, TransportKind } from 'vscode-languageclient/node';
import { activateExtension } from './activateExtension';
import { openSample } from './commands/openSample';
import { codeCache, nodeClientPlatform } from './nodeClientPlatform';
import { registerAgentTools } from './registerAgentTools';
import { openAgentSession } from './sources/openAgentSession';
import { registerReceiver } from './sources/registerReceiver';
import { registerSources } from './sources/registerSources';

/** Activates the extension in desktop VS Code (Node). The language server is a separate process. */
export function activate(context: ExtensionContext): Promise<void> {
  const host = nodeClientPlatform(context);
  const createClient = (options: LanguageClientOptions) => ({ client: processClient(context, options) });
  return activateExtension(context, { ...host, createClient }, ({ server, register, reportFailure, tree }) => [
    ...registerSources(context, server, register, tree),
    registerReceiver(context, { server, register, reportFailure }),
    ...registerAgentTools(context, server),
    register('openSession', () => openAgentSession(server, context.globalState)),
    register('openSample', () => openSample(context, host.temporaryFolder)),
  ]);
}

function processClient(context: ExtensionContext, options: LanguageClientOptions): LanguageClient {
  const module = context.asAbsolutePath('dist/server.js');
  const env = codeCache(context);
  const server = {
    run: { module, transport: TransportKind.ipc, options: { env } },
    debug: { module, transport: TransportKind.ipc, options: { env, execArgv: ['--nolazy', '--inspect=6009'] } },
  };
  return new LanguageClient('agentEnvelopes', 'Agent Envelopes', server, options);
}
