import { createConnection, LSPErrorCodes, ProposedFeatures, ResponseError } from 'vscode-languageserver/node';
import { capabilities } from './capabilities';

const TRANSPORTS = /^--(stdio|node-ipc|socket|pipe)\b/;

if (process.argv.some(argument => TRANSPORTS.test(argument))) {
  const connection = createConnection(ProposedFeatures.all);
  // Answered before anything else is loaded: an editor that starts waits for this. The ending is the bundle's name for it.
  connection.onInitialize(params => {
    const refusal = (message: string) => new ResponseError(LSPErrorCodes.RequestFailed, message);
    connection.onInitialized(
      () => void import('./connection.js').then(({ serve }) => serve(connection, params, refusal)),
    );
    return { capabilities: capabilities(params), serverInfo: { name: 'agent-envelopes' } };
  });
  connection.listen();
} else {
  console.error(
    'This is the language server of Agent Envelopes; an editor starts it with --stdio, --node-ipc or --socket=PORT.',
  );
  process.exitCode = 2;
}
