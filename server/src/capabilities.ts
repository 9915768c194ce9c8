import type { InitializeParams, ServerCapabilities } from 'vscode-languageserver';
import type { ClientOptions } from './protocol';

const INCREMENTAL = 2;

/**
 * What the server offers to a client. What the client's own JSON service does as well is offered later, by language, to
 * clients that can be told later; to others here, unless they have such a service.
 */
export function capabilities({ capabilities: client, initializationOptions }: InitializeParams): ServerCapabilities {
  const { hasJsonService }: ClientOptions = initializationOptions ?? {};
  const isDueNow = (offered: { dynamicRegistration?: boolean } | undefined) =>
    !hasJsonService && !offered?.dynamicRegistration;
  return {
    documentSymbolProvider: isDueNow(client.textDocument?.documentSymbol),
    foldingRangeProvider: isDueNow(client.textDocument?.foldingRange),
    selectionRangeProvider: isDueNow(client.textDocument?.selectionRange),
    documentFormattingProvider: isDueNow(client.textDocument?.formatting),
    documentRangeFormattingProvider: isDueNow(client.textDocument?.rangeFormatting),
    textDocumentSync: { openClose: true, change: INCREMENTAL },
    hoverProvider: true,
    definitionProvider: true,
    referencesProvider: true,
    documentHighlightProvider: true,
    renameProvider: { prepareProvider: true },
    // A bar begins a cell of a registry; in prose nothing is offered after a blank.
    completionProvider: { triggerCharacters: ['"', ':', '/', ' ', '|'] },
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
