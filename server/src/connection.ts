import type { Connection, Diagnostic, InitializeParams } from 'vscode-languageserver/node';
import { ownLanguages, registrations } from './capabilities';
import { batchLogGrowth, parentFolder } from './connection/batchLogGrowth';
import { ignoreRejection } from './connection/ignoreRejection';
import { serveCodeActions } from './connection/serveCodeActions';
import { serveRuns, startIndexThread } from './connection/serveRuns';
import { serveSymbols } from './connection/serveSymbols';
import { serveWorkspaceDiagnostics } from './connection/serveWorkspaceDiagnostics';
import type { Session } from './connection/session';
import { initialFolders } from './connection/workspaceFolders';
import { authoringFamilies } from './families/authoringFamilies';
import { completion } from './features/completion/completion';
import { plainItems } from './features/completion/plainItems';
import { diagnostics } from './features/diagnostics/diagnostics';
import { resultId } from './features/diagnostics/resultId';
import { documentText } from './features/files/documentText';
import { envelopeKinds } from './features/files/envelopeKinds';
import { fileState } from './features/files/fileState';
import { missingSections } from './features/files/missingSections';
import { newRegistry, registryExtensions } from './features/files/newRegistry';
import { toTextEdit } from './features/fixes/toTextEdit';
import { formatting } from './features/formatting/formatting';
import { hover } from './features/hover/hover';
import { envelopeInsertion } from './features/newEnvelope/envelopeInsertion';
import { documentLinks } from './features/structure/documentLinks';
import { documentSymbols } from './features/structure/documentSymbols';
import { foldingRanges } from './features/structure/foldingRanges';
import { selectionRanges } from './features/structure/selectionRanges';
import type { Analysis } from './model/analysis';
import type { Disk, Workspace } from './model/disk';
import type { Family } from './model/family';
import { withRunProblems } from './runs/runRules/withRunProblems';
import { declarationsByFolder } from './session/declarationFiles';
import { openDocuments } from './session/openDocuments';
import { settingsProvider } from './session/settingsProvider';
import {
  type ClientOptions,
  DOCUMENT,
  ENVELOPE,
  EXTENSIONS,
  KINDS,
  MISSING_SECTIONS,
  NEW_REGISTRY,
  RECOGNISED,
  SETTINGS,
  TRUSTED,
} from './shared/protocol';
import { languageOf } from './text/language';
import { fileNameOf } from './text/uri/decodeUri';
import { indexSettings } from './thread/messages';
import { cachedDisk } from './workspace/nodeDisk';
import { schemaCompiler } from './workspace/schemaCompiler';

export { workerMain } from './thread/workerMain';

const WARNING = 2;
/** In milliseconds. */
const TYPING_PAUSE = 300;
const CHANGED = 2;

/**
 * Serves an editor: what it asks is passed to the features, a line each.
 *
 * @param refusal makes the error by which a request is refused
 */
export function serve(connection: Connection, params: InitializeParams, refusal: (message: string) => Error): void {
  const client: ClientOptions = params.initializationOptions ?? {};
  const shown = { hasJsonService: client.hasJsonService ?? false, opensDocs: client.opensDocs ?? false };
  const pulls = params.capabilities.textDocument?.diagnostic !== undefined;
  const watches = params.capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
  const takesSnippets = params.capabilities.textDocument?.completion?.completionItem?.snippetSupport === true;
  const folders = initialFolders(params);
  const live = cachedDisk(() => workspace.folders);
  const disk: Disk = { ...live, text: uri => documents.textOf(uri) ?? live.text(uri) };
  let declared = declarationsByFolder([]);
  const folderDeclared = (folder: string) => declared(folder);
  let workspace: Workspace = {
    folders: folders.map(({ uri }) => uri),
    disk,
    declaringFiles: folderDeclared,
  };

  let isTrusted = client.trusted !== false;
  const settings = settingsProvider({
    builtIn: authoringFamilies,
    ...(params.capabilities.workspace?.configuration && {
      ask: (uri: string) => connection.workspace.getConfiguration({ scopeUri: uri, section: SETTINGS }),
    }),
    initial: params.initializationOptions?.settings,
    isTrusted: () => isTrusted,
    workspace: () => workspace,
    compile: schemaCompiler(__dirname),
    warn: message => void connection.sendNotification('window/showMessage', { type: WARNING, message }),
  });
  const failed = (error: unknown) => connection.console.error(`Could not look at a file: ${error}`);
  const tellState = async (analysis: Analysis) => {
    const context = await settings.contextOf(analysis.file.uri);
    await connection.sendNotification(RECOGNISED, fileState(analysis, context));
  };
  const documents = openDocuments({
    contextOf: settings.contextOf,
    onAnalysed(analysis) {
      if (client.takesNotifications) void tellState(analysis).catch(failed);
      if (!pulls) pushProblems(analysis).catch(failed);
    },
    onFailed: failed,
  });

  const { index, refreshText } = startIndexThread(connection, params, {
    onDeclared(uris) {
      declared = declarationsByFolder(uris);
      lookAgain();
    },
    openFiles: documents.files,
  });
  const named = new Map(folders.map(({ uri, name }) => [uri, name]));
  const told = { closedFiles: pulls || watches };
  const folderSettings = () =>
    Promise.all(
      workspace.folders.map(async uri => ({
        uri,
        name: named.get(uri) ?? fileNameOf(uri),
        settings: indexSettings(await settings.settingsFor(uri), told),
      })),
    );
  void folderSettings().then(folders => index.start(folders, client.storage));

  /** Asks again while the disk is being read. */
  const whenDiskLoaded = async <T>(ask: (workspace: Workspace) => T): Promise<T> => {
    if (!watches) live.forget();
    for (let answer = ask(workspace); ; answer = ask(workspace)) {
      const reading = disk.whenLoaded();
      if (!reading) return answer;
      await reading;
    }
  };
  const withAnalysis = async <T, N>(
    { uri }: { uri: string },
    none: N,
    answer: (analysis: Analysis) => T | Promise<T>,
  ): Promise<T | N> => {
    const analysis = await documents.analysisOf(uri);
    return analysis ? answer(analysis) : none;
  };
  /** With the problems of the runs that its file tells of: only what shows problems pays for them. */
  const withRuns = async (analysis: Analysis): Promise<Analysis> => {
    const context = await settings.contextOf(analysis.file.uri);
    return whenDiskLoaded(() => withRunProblems(analysis, context));
  };
  const pushing = new Map<string, Analysis>();
  const pushProblems = async (analysis: Analysis) => {
    const { uri } = analysis.file;
    pushing.set(uri, analysis);
    const whole = await withRuns(analysis);
    // Closed, or analysed anew meanwhile.
    if (pushing.get(uri) === analysis) void connection.sendDiagnostics({ uri, diagnostics: diagnostics(whole, shown) });
  };
  const session: Session = {
    connection,
    capabilities: params.capabilities,
    withAnalysis,
    whenDiskLoaded,
    settings,
    index,
    refusal,
  };

  /** Of all folders; those that are built in come first. */
  const families = async (): Promise<readonly Family[]> => {
    const contexts = await Promise.all(workspace.folders.map(folder => settings.contextOf(`${folder}/`)));
    return [
      ...new Map([...authoringFamilies, ...contexts.flatMap(one => one.families)].map(one => [one.id, one])).values(),
    ];
  };

  // What a file declares or sets for others holds for what is open as it stands in the editor; for the index when it is saved.
  let pause: NodeJS.Timeout | undefined;
  const textChanged = (uri: string) => {
    if (!settings.restOn(uri)) return;
    clearTimeout(pause);
    pause = setTimeout(lookAgain, TYPING_PAUSE);
  };

  connection.onDidOpenTextDocument(({ textDocument }) => {
    const { uri, lang } = documents.open(textDocument);
    index.opened(uri, lang, textDocument.text, textDocument.version);
    textChanged(uri);
  });
  connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
    documents.change(uri, contentChanges);
    index.edited(uri, contentChanges, version);
    textChanged(uri);
  });
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
    documents.close(uri);
    index.closed(uri);
    pushing.delete(uri);
    textChanged(uri);
    if (!pulls) void connection.sendDiagnostics({ uri, diagnostics: [] });
  });
  const contextChanged = (pushed?: unknown) => {
    settings.changed(pushed);
    lookAgain();
    void folderSettings().then(folders => index.foldersChanged(folders));
    refreshText();
  };
  const refresh = () => {
    if (params.capabilities.workspace?.diagnostics?.refreshSupport)
      ignoreRejection(connection.languages.diagnostics.refresh());
  };
  const lookAgain = () => {
    documents.contextChanged();
    refresh();
  };
  connection.onNotification(TRUSTED, () => {
    isTrusted = true;
    contextChanged();
  });
  // What was analysed stays good: only the runs that it belongs to may be others.
  const logGrew = batchLogGrowth(folders => {
    const beside = documents.uris().filter(uri => folders.has(parentFolder(uri)));
    if (pulls && beside.length > 0) refresh();
    if (!pulls) for (const uri of beside) withAnalysis({ uri }, undefined, pushProblems).catch(failed);
  });
  connection.onDidChangeConfiguration(({ settings: pushed }) => contextChanged(pushed));
  if (params.capabilities.workspace?.workspaceFolders) {
    connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
      const gone = removed.map(({ uri }) => uri);
      const stayed = workspace.folders.filter(uri => !gone.includes(uri));
      for (const { uri, name } of added) named.set(uri, name);
      workspace = { folders: [...stayed, ...added.map(({ uri }) => uri)], disk, declaringFiles: folderDeclared };
      contextChanged();
    });
  }

  connection.onDidChangeWatchedFiles(({ changes }) => {
    index.filesChanged(changes.map(({ uri, type }) => ({ uri, inside: type === CHANGED })));
    const known = changes.filter(({ uri, type }) => live.changed(uri, type === CHANGED));
    const logs = known.filter(
      ({ uri, type }) => type === CHANGED && languageOf(uri) === 'jsonl' && !settings.restOn(uri),
    );
    for (const { uri } of logs) logGrew(uri);
    if (logs.length < known.length) lookAgain();
  });

  const closedFiles = serveWorkspaceDiagnostics({
    connection,
    index,
    capabilities: params.capabilities,
    shown,
    isOpen: documents.isOpen,
  });
  if (pulls) {
    connection.languages.diagnostics.on(({ textDocument, previousResultId }) =>
      closedFiles.after(
        withAnalysis(textDocument, NO_REPORT, async analysis =>
          reportOf(diagnostics(await withRuns(analysis), shown), previousResultId),
        ),
      ),
    );
  }
  connection.onCompletion(({ textDocument, position }) =>
    withAnalysis(textDocument, [], async analysis => {
      const context = await settings.contextOf(analysis.file.uri);
      const found = await whenDiskLoaded(workspace => completion(analysis, position, { context, workspace, client }));
      // Others don't have the command.
      const items = client.reopensCompletion ? found : found.map(({ command, ...item }) => item);
      return takesSnippets ? items : plainItems(items, new Date());
    }),
  );
  connection.onHover(({ textDocument, position }) =>
    withAnalysis(textDocument, null, async analysis => {
      const context = await settings.contextOf(analysis.file.uri);
      return whenDiskLoaded(workspace => hover(analysis, position, context, workspace) ?? null);
    }),
  );
  connection.onDocumentLinks(({ textDocument }) =>
    withAnalysis(textDocument, [], analysis => whenDiskLoaded(workspace => documentLinks(analysis, workspace))),
  );
  serveSymbols(session);
  serveRuns(session);
  serveCodeActions(session, client);
  connection.onDocumentSymbol(({ textDocument }) =>
    withAnalysis(textDocument, [], analysis => documentSymbols(analysis, client)),
  );
  connection.onFoldingRanges(({ textDocument }) => withAnalysis(textDocument, [], foldingRanges));
  connection.onSelectionRanges(({ textDocument, positions }) =>
    withAnalysis(textDocument, [], analysis => selectionRanges(analysis, positions)),
  );
  connection.onDocumentFormatting(({ textDocument, options }) =>
    withAnalysis(textDocument, [], analysis => formatting(analysis, options).map(toTextEdit)),
  );
  connection.onDocumentRangeFormatting(({ textDocument, options, range }) =>
    withAnalysis(textDocument, [], analysis => formatting(analysis, options, range).map(toTextEdit)),
  );
  connection.onRequest(KINDS, async () => envelopeKinds(await families()));
  connection.onRequest(ENVELOPE, ({ uri, position, snippet }) =>
    withAnalysis({ uri }, null, async analysis => {
      const context = await settings.contextOf(uri);
      return whenDiskLoaded(() => envelopeInsertion(analysis, position, snippet, { context, now: Date.now() }) ?? null);
    }),
  );
  connection.onRequest(EXTENSIONS, () => registryExtensions());
  connection.onRequest(NEW_REGISTRY, newRegistry);
  connection.onRequest(MISSING_SECTIONS, wanted =>
    withAnalysis(wanted, null, analysis => missingSections(analysis) ?? null),
  );
  connection.onRequest(DOCUMENT, async ({ uri }) => documentText(uri, await families()) ?? null);

  const wanted = registrations(params, ownLanguages(client));
  if (wanted.length > 0)
    ignoreRejection(connection.sendRequest('client/registerCapability', { registrations: wanted }));
}

const NO_REPORT = { kind: 'full' as const, items: [] };

function reportOf(items: Diagnostic[], previousResultId: string | undefined) {
  const id = resultId(items);
  if (id === previousResultId) return { kind: 'unchanged' as const, resultId: id };
  return { kind: 'full' as const, resultId: id, items };
}
