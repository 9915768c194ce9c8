import { createConnection, LSPErrorCodes, ProposedFeatures, ResponseError } from 'vscode-languageserver/node';
import { version } from '../../package.json';
import { capabilities } from './capabilities';
import { openChannel } from './connection/channel';

const channel = openChannel(process.argv.slice(2));
if (channel) {
  const connection = createConnection(ProposedFeatures.all, channel.reader, channel.writer);
  // Answers before loading anything else: a starting editor waits for this. The import has the bundle's file extension.
  connection.onInitialize(params => {
    const refusal = (message: string) => new ResponseError(LSPErrorCodes.RequestFailed, message);
    connection.onInitialized(
      () => void import('./connection.js').then(({ serve }) => serve(connection, params, refusal)),
    );
    return { capabilities: capabilities(params), serverInfo: { name: 'agent-envelopes', version } };
  });
  connection.listen();
} else {
  console.error(
    'This is the language server of Agent Envelopes; an editor starts it with --stdio, --node-ipc or --socket=PORT.',
  );
  process.exitCode = 2;
}
