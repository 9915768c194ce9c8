import type { ExtensionContext } from 'vscode';
import { activateExtension } from './activateExtension';
import { openSample } from './commands/openSample';
import { nodeHost } from './nodeHost';
import { registerAgentTools } from './registerAgentTools';
import { openSession } from './sources/openSession';
import { registerReceiver } from './sources/registerReceiver';
import { registerSources } from './sources/registerSources';

/** The extension in Node. */
export function activate(context: ExtensionContext): Promise<void> {
  const host = nodeHost(context);
  return activateExtension(context, host, ({ server, register, reportFailure, tree }) => [
    ...registerSources(context, server, register, tree),
    registerReceiver(context, { server, register, reportFailure }),
    ...registerAgentTools(context, server),
    register('openSession', () => openSession(server, context.globalState)),
    register('openSample', () => openSample(context, host.temporaryFolder)),
  ]);
}
