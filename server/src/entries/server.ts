import { type Serializable, setEnvironmentData } from 'node:worker_threads';
import { createConnection, LSPErrorCodes, ProposedFeatures, ResponseError } from 'vscode-languageserver/node';
import { version } from '../../../package.json';
import { cancelUndispatched, deferActivation } from '../connection/deferActivation';
import { openClientChannel } from '../connection/openClientChannel';
import { registerCapabilities, serverCapabilities } from '../connection/serverCapabilities';
import { watchForActivation } from '../connection/watchForActivation';
import { setTranslation, TRANSLATION } from '../shared/l10n';
import { cacheCompiledCode } from '../workspace/cacheCompiledCode';

const channel = openClientChannel(process.argv.slice(2));
if (channel) {
  const connection = createConnection(ProposedFeatures.all, channel.reader, channel.writer, { cancelUndispatched });
  const activation = deferActivation(channel);
  // Starts the language server. It answers `initialize` before it loads anything more, since a starting editor waits for the answer. The imported
  // files are bundles of the build, so their names end in `.js`.
  connection.onInitialize(params => {
    const translation: unknown = params.initializationOptions?.translation;
    setTranslation(translation);
    setEnvironmentData(TRANSLATION, translation as Serializable);
    const refusal = (message: string) => new ResponseError(LSPErrorCodes.RequestFailed, message);
    connection.onInitialized(() => {
      registerCapabilities(connection, params);
      void activation.begin({
        async watch(onNeeded) {
          const { searchWorkspace } = await import('./candidates.js');
          return watchForActivation(connection, params, { search: searchWorkspace, onNeeded });
        },
        async load() {
          cacheCompiledCode(__dirname, version);
          return (await import('./serveInNode.js')).serveInNode(connection, params, refusal);
        },
      });
    });
    return { capabilities: serverCapabilities(params), serverInfo: { name: 'agent-envelopes', version } };
  });
  connection.listen();
} else {
  console.error(
    'This is the language server of Agent Envelopes; an editor starts it with --stdio, --node-ipc or --socket=PORT.',
  );
  process.exitCode = 2;
}
