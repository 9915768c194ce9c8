import type { InitializeParams, ServerCapabilities } from 'vscode-languageserver';
import type { ClientOptions } from './protocol';

const INCREMENTAL = 2;

/** What the server offers to a client. What the client's own JSON service does as well is offered later, by language. */
export function capabilities({ capabilities: client }: InitializeParams): ServerCapabilities {
  return {
    textDocumentSync: { openClose: true, change: INCREMENTAL },
    hoverProvider: true,
    completionProvider: { triggerCharacters: ['"', ':', '/', ' '] },
    documentLinkProvider: { resolveProvider: false },
    codeActionProvider: { codeActionKinds: ['quickfix'] },
    workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
    ...(client.textDocument?.diagnostic && {
      diagnosticProvider: { identifier: 'agent-envelopes', interFileDependencies: true, workspaceDiagnostics: false },
    }),
  };
}

/** The languages in which outline, folding, selection and formatting are ours to do. */
export function ownLanguages({ hasJsonService }: ClientOptions): string[] {
  return hasJsonService ? ['jsonl', 'markdown'] : ['json', 'jsonc', 'jsonl', 'markdown'];
}
