import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { serverCapabilities } from '../../server/src/connection/serverCapabilities';

// The least that a language server in Node can be: what `serverStart` and keys beside other work are held against.
const connection = createConnection(ProposedFeatures.all);
connection.onInitialize(params => ({ capabilities: serverCapabilities(params), serverInfo: { name: 'bare' } }));
connection.languages.diagnostics.on(() => ({ kind: 'full', items: [] }));
connection.listen();
