import type { Connection, InitializeParams, ServerCapabilities } from 'vscode-languageserver';
import { ACTION_KINDS } from '../features/fixes/actionKinds';
import {
  APPLY_EDIT_COMMAND,
  EXTRACT,
  MOVE,
  REWRITE,
  SHOW_MESSAGE_COMMAND,
} from '../features/refactorings/refactoringKinds';
import { type ClientOptions, SETTINGS } from '../shared/lspExtensions';
import { ignoreRejection } from './ignoreRejection';

const INCREMENTAL = 2;

/**
 * Returns the capabilities that the server announces to an editor at `initialize`. Outline, folding, selection ranges and formatting are left
 * out if the editor formats JSON itself, as VS Code does, or can register features later, language by language (see `registrations`).
 */
export function serverCapabilities({
  capabilities: client,
  initializationOptions,
}: InitializeParams): ServerCapabilities {
  const { hasJsonService, showsRuns }: ClientOptions = initializationOptions ?? {};
  const isStatic = (capability: { dynamicRegistration?: boolean } | undefined) =>
    !hasJsonService && !capability?.dynamicRegistration;
  const takesLiterals = client.textDocument?.codeAction?.codeActionLiteralSupport !== undefined;
  return {
    documentSymbolProvider: isStatic(client.textDocument?.documentSymbol),
    foldingRangeProvider: isStatic(client.textDocument?.foldingRange),
    selectionRangeProvider: isStatic(client.textDocument?.selectionRange),
    documentFormattingProvider: isStatic(client.textDocument?.formatting),
    documentRangeFormattingProvider: isStatic(client.textDocument?.rangeFormatting),
    textDocumentSync: { openClose: true, change: INCREMENTAL },
    hoverProvider: true,
    definitionProvider: true,
    referencesProvider: true,
    documentHighlightProvider: true,
    renameProvider: { prepareProvider: true },
    workspaceSymbolProvider: { resolveProvider: true },
    callHierarchyProvider: true,
    // Other clients lack the commands of the code lenses.
    ...(showsRuns && { codeLensProvider: { resolveProvider: false } }),
    inlayHintProvider: true,
    // `|` begins a table cell of a registry. In prose, a space completes nothing.
    completionProvider: { triggerCharacters: ['"', ':', '/', ' ', '|'] },
    documentLinkProvider: { resolveProvider: false },
    codeActionProvider: takesLiterals
      ? { codeActionKinds: [...ACTION_KINDS, REWRITE, EXTRACT, MOVE], resolveProvider: true }
      : true,
    executeCommandProvider: { commands: [SHOW_MESSAGE_COMMAND, ...(takesLiterals ? [] : [APPLY_EDIT_COMMAND])] },
    workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
    ...(client.textDocument?.diagnostic && {
      diagnosticProvider: { identifier: 'agent-envelopes', interFileDependencies: true, workspaceDiagnostics: true },
    }),
  };
}

/** Returns the languages for which the server provides outline, folding, selection and formatting. */
export function ownLanguages({ hasJsonService }: ClientOptions): string[] {
  return hasJsonService ? ['jsonl', 'markdown'] : ['json', 'jsonc', 'jsonl', 'markdown'];
}

const CREATED_OR_DELETED = 1 | 4;
const CHANGED = 2;
// Checks depend on the existence of any file, but on the content of documents only.
const WATCHERS = [
  { globPattern: '**/*', kind: CREATED_OR_DELETED },
  { globPattern: '**/*.{md,markdown,json,jsonc,jsonl,ndjson,sse,traj,eval,yaml,yml}', kind: CHANGED },
];

/** Returns the dynamic registrations: features limited to some languages, and notifications of changes. */
export function registrations(
  { capabilities: { workspace, textDocument } }: InitializeParams,
  languages: readonly string[],
) {
  const documentSelector = languages.map(language => ({ language }));
  // For Markdown, it is registered document by document.
  const formatted = { documentSelector: documentSelector.filter(({ language }) => language !== 'markdown') };
  const supported = [
    [workspace?.didChangeWatchedFiles, 'workspace/didChangeWatchedFiles', { watchers: WATCHERS }],
    [workspace?.didChangeConfiguration, 'workspace/didChangeConfiguration', { section: SETTINGS }],
    [textDocument?.documentSymbol, 'textDocument/documentSymbol', { documentSelector }],
    [textDocument?.foldingRange, 'textDocument/foldingRange', { documentSelector }],
    [textDocument?.selectionRange, 'textDocument/selectionRange', { documentSelector }],
    [textDocument?.formatting, 'textDocument/formatting', formatted],
    [textDocument?.rangeFormatting, 'textDocument/rangeFormatting', formatted],
  ] as const;
  return supported.flatMap(([capability, method, registerOptions]) =>
    capability?.dynamicRegistration ? [{ id: method, method, registerOptions }] : [],
  );
}

/** Registers the capabilities that depend on languages, with a client that takes later registrations. */
export function registerCapabilities(connection: Connection, params: InitializeParams): void {
  const dynamic = registrations(params, ownLanguages(params.initializationOptions ?? {}));
  if (dynamic.length > 0)
    ignoreRejection(connection.sendRequest('client/registerCapability', { registrations: dynamic }));
}
