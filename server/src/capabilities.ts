import type { InitializeParams, ServerCapabilities } from 'vscode-languageserver';
import { ACTION_KINDS } from './features/fixes/actionKinds';
import { EXTRACT, MOVE, REWRITE, SHOW_MESSAGE_COMMAND } from './features/refactorings/refactoringKinds';
import { type ClientOptions, SETTINGS } from './shared/protocol';

const INCREMENTAL = 2;

/**
 * What the server offers to a client. What the client's own JSON service does as well is offered later, by language, to
 * clients that can be told later; to others here, unless they have such a service.
 */
export function capabilities({ capabilities: client, initializationOptions }: InitializeParams): ServerCapabilities {
  const { hasJsonService, showsRuns }: ClientOptions = initializationOptions ?? {};
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
    workspaceSymbolProvider: { resolveProvider: true },
    callHierarchyProvider: true,
    // Others would show commands that they don't have.
    ...(showsRuns && { codeLensProvider: { resolveProvider: false } }),
    inlayHintProvider: true,
    // A bar begins a cell of a registry; in prose nothing is offered after a blank.
    completionProvider: { triggerCharacters: ['"', ':', '/', ' ', '|'] },
    documentLinkProvider: { resolveProvider: false },
    codeActionProvider: { codeActionKinds: [...ACTION_KINDS, REWRITE, EXTRACT, MOVE], resolveProvider: true },
    executeCommandProvider: { commands: [SHOW_MESSAGE_COMMAND] },
    workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
    ...(client.textDocument?.diagnostic && {
      diagnosticProvider: { identifier: 'agent-envelopes', interFileDependencies: true, workspaceDiagnostics: true },
    }),
  };
}

/** The languages in which outline, folding, selection and formatting are ours to do. */
export function ownLanguages({ hasJsonService }: ClientOptions): string[] {
  return hasJsonService ? ['jsonl', 'markdown'] : ['json', 'jsonc', 'jsonl', 'markdown'];
}

const CREATED_OR_DELETED = 1 | 4;
const CHANGED = 2;
// Whether a file is there is asked of any; what it holds only of documents.
const WATCHERS = [
  { globPattern: '**/*', kind: CREATED_OR_DELETED },
  { globPattern: '**/*.{md,markdown,json,jsonc,jsonl,ndjson}', kind: CHANGED },
];

/** What is registered now, since it is offered in some languages only, or to be told of changes. */
export function registrations(
  { capabilities: { workspace, textDocument } }: InitializeParams,
  languages: readonly string[],
) {
  const documentSelector = languages.map(language => ({ language }));
  const offered = [
    [workspace?.didChangeWatchedFiles, 'workspace/didChangeWatchedFiles', { watchers: WATCHERS }],
    [workspace?.didChangeConfiguration, 'workspace/didChangeConfiguration', { section: SETTINGS }],
    [textDocument?.documentSymbol, 'textDocument/documentSymbol', { documentSelector }],
    [textDocument?.foldingRange, 'textDocument/foldingRange', { documentSelector }],
    [textDocument?.selectionRange, 'textDocument/selectionRange', { documentSelector }],
    [textDocument?.formatting, 'textDocument/formatting', { documentSelector }],
    [textDocument?.rangeFormatting, 'textDocument/rangeFormatting', { documentSelector }],
  ] as const;
  return offered.flatMap(([capability, method, registerOptions]) =>
    capability?.dynamicRegistration ? [{ id: method, method, registerOptions }] : [],
  );
}
