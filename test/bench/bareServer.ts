import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { capabilities } from '../../server/src/capabilities';

// The least that a language server in Node can be: what `serverStart` is held against.
const connection = createConnection(ProposedFeatures.all);
connection.onInitialize(params => ({ capabilities: capabilities(params), serverInfo: { name: 'bare' } }));
connection.listen();
