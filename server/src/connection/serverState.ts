import type {
  CancellationToken,
  ClientCapabilities,
  Connection,
  Diagnostic,
  InitializeParams,
  WorkspaceFoldersChangeEvent,
} from 'vscode-languageserver';
import { familiesWithSnippets } from '../families/familiesWithSnippets';
import { type DiagnosticsClient, diagnostics } from '../features/diagnostics';
import { recognitionStatus } from '../features/recognitionStatus';
import type { Analysis } from '../model/analysis';
import type { Disk, Workspace } from '../model/disk';
import type { Position } from '../model/text';
import { isLarge, openDocuments, runInSlices } from '../project/openDocuments';
import { declarationsByFolder } from '../project/resolveProject';
import { progressReporter, settingsProvider } from '../project/settingsProvider';
import { forgetJudgement } from '../runs/runRules/judgeRuns';
import { withRunProblemsInSteps } from '../runs/runRules/withRunProblems';
import { backgroundTimer } from '../shared/eventLoop';
import { t } from '../shared/l10n';
import { type ClientOptions, RECOGNISED, RUNS_CHANGED, type RunsChanged, SETTINGS } from '../shared/lspExtensions';
import type { RequestAnswer, RequestMethod, RequestParams } from '../shared/requests';
import { fileNameOf } from '../text/decodeUri';
import type { DiagnosticsReport } from '../thread/indexMessages';
import { type IndexThread, indexThread } from '../thread/indexThread';
import type { ServerPlatform } from '../thread/serverPlatform';
import type { ConfiguredStores, configuredStores } from './configuredStores';
import { ignoreRejection } from './ignoreRejection';
import { initialWorkspaceFolders } from './initialWorkspaceFolders';
import { markdownFormatters } from './markdownFormatters';

/** The data and services that all features of the language server share, for one connection with a client. */
export interface ServerState extends Pick<OpenWorkspace, 'whenDiskLoaded'> {
  connection: Connection;
  capabilities: ClientCapabilities;
  /** The client's own options. */
  client: ClientOptions;
  diagnosticsClient: DiagnosticsClient;
  /** Whether the client pulls diagnostics; otherwise the server pushes them. */
  pullsDiagnostics: boolean;
  trust: { isGiven: boolean };
  workspace: OpenWorkspace;
  settings: ReturnType<typeof settingsProvider>;
  documents: ReturnType<typeof openDocuments>;
  index: IndexThread;
  stores: ConfiguredStores;
  /** Answers a request with the analysis of an open document; with `none` for any other file. */
  withAnalysis<T, N>(
    document: { uri: string },
    none: N,
    answer: (analysis: Analysis) => T | Promise<T>,
  ): Promise<T | N>;
  /**
   * Answers a request with the parts and kinds of a document, possibly without problems; with a position, embedded documents only at that
   * position.
   */
  withUncheckedAnalysis<T, N>(
    document: { uri: string; at?: Position },
    none: N,
    answer: (analysis: Analysis) => T | Promise<T>,
  ): Promise<T | N>;
  /** Sends the problems of open documents to the index at once; otherwise they are sent a moment after an edit. Never rejects. */
  tellIndex(): Promise<void>;
  /** Computes the diagnostics of a document, including those of its runs. */
  diagnose(analysis: Analysis): Promise<Diagnostic[]>;
  /**
   * Like `diagnose`, but does not wait for everything when a large document was opened: the first answer lists problems of its beginning, the
   * next one all but those of its runs. Asks the client to pull again once more is known, and waits if the client can't be asked, or shows all
   * problems already.
   */
  diagnoseEarly(uri: string): Promise<Diagnostic[]>;
  /** Adds the problems of a document's runs to an analysis, in slices. Resolves to undefined once the document has another text, or is closed. */
  withRuns(analysis: Analysis): Promise<Analysis | undefined>;
  /** Notes which closed files the client shows problems of. */
  noteShown(reports: readonly DiagnosticsReport[]): void;
  /** Pushes the diagnostics of a document to a client that does not pull. */
  pushDiagnostics(analysis: Analysis): Promise<void>;
  /** Clears the pushed diagnostics of a closed document, and pushes no more for it. */
  forgetDocument(uri: string): void;
  /** Asks a client that pulls diagnostics to pull again. */
  refreshDiagnostics(): void;
  /** Makes the client ask for lenses and hints again. */
  refreshText(): void;
  /** Analyses all open documents again after a change of settings, declarations or the disk. */
  reanalyse(): void;
  /** Logs an error of work that no request waits for. */
  logError(error: unknown): void;
  /** Creates the error that rejects a request. */
  refusal(message: string): Error;
}

/** The handlers of all requests that are not part of LSP. Their parameters have the shapes in `REQUESTS`. */
export type RequestHandlers = {
  [M in RequestMethod]: (
    params: RequestParams<M>,
    token: CancellationToken,
  ) => RequestAnswer<M> | Promise<RequestAnswer<M>>;
};

/** The dependencies of a server, besides its connection. */
export interface ServerOptions {
  /** Creates the error for a refused request. */
  refusal(message: string): Error;
  platform: ServerPlatform;
  createStores: CreateStores;
}

export type CreateStores = typeof configuredStores;

export function openServerState(
  connection: Connection,
  params: InitializeParams,
  { refusal, platform, createStores }: ServerOptions,
): ServerState {
  const { capabilities } = params;
  const client: ClientOptions = params.initializationOptions ?? {};
  const diagnosticsClient = { hasJsonService: client.hasJsonService ?? false, opensDocs: client.opensDocs ?? false };
  const pullsDiagnostics = capabilities.textDocument?.diagnostic !== undefined;
  const refreshesDiagnostics = capabilities.workspace?.diagnostics?.refreshSupport === true;
  const takesVersions = capabilities.textDocument?.publishDiagnostics?.versionSupport === true;
  const trust = { isGiven: client.trusted !== false };
  const logError = (error: unknown) => connection.console.error(`Could not look at a file: ${error}`);
  const workspace = openWorkspace(params, platform.cachedDisk, {
    openText: uri => documents.textOf(uri),
    isAnalysing: () => documents.isAnalysing(),
  });
  const { whenDiskLoaded } = workspace;
  const warn = (message: string) => void connection.sendNotification('window/showMessage', { type: WARNING, message });
  const settings = settingsProvider({
    builtIn: familiesWithSnippets,
    ...(capabilities.workspace?.configuration && {
      ask: (uri: string) => connection.workspace.getConfiguration({ scopeUri: uri, section: SETTINGS }),
    }),
    initial: params.initializationOptions?.settings,
    isTrusted: () => trust.isGiven,
    workspace: workspace.current,
    ...platform.code,
    warn,
  });
  const formatters = markdownFormatters(connection, capabilities);
  const documents = openDocuments({
    contextOf: settings.contextOf,
    onAnalysed(analysis) {
      formatters.update(analysis);
      notifySoon(analysis);
      if (!pullsDiagnostics) pushDiagnostics(analysis).catch(logError);
    },
    onFirst(first) {
      if (pullsDiagnostics || shownWhole.has(first.file.uri)) return;
      diagnosticsOf(first)
        .then(items => push(first, items))
        .catch(logError);
    },
    onFailed: logError,
  });
  const { index, refreshText } = openIndex(connection, params, {
    start: platform.startIndexThread,
    onDeclared(uris) {
      workspace.setDeclarationFiles(uris);
      reanalyse();
    },
    openFiles: documents.files,
    onRestarted: () => documents.contextChanged(),
  });
  const stores = createStores(connection, params, { index, isTrusted: () => trust.isGiven, warn });
  /** By document, the newest analysis whose diagnostics are pushed. Diagnostics of an older analysis are dropped. */
  const pushing = new Map<string, Analysis>();
  /** The analyses whose run rules are being checked. */
  const runChecks = new Map<Analysis, Promise<Analysis | undefined>>();
  /** The analyses of which less was answered than is being found. */
  const answeredEarly = new Set<Analysis>();
  /** The open documents whose runs were checked, and the files that were listed before they were opened: what is shown must not vanish. */
  const shownWhole = new Set<string>();
  /** The open documents of which a check of runs was begun before anything was shown. */
  const runsBegun = new Set<string>();
  /** By document, the timer of the next notification about its analysis; undefined after the first notification. */
  const notifying = new Map<string, NodeJS.Timeout | undefined>();

  // An editor offers commands by the kinds in a document, so it is notified as the document opens, and the index with it. After an edit,
  // waiting requests are answered first, since this visits all lines of a log.
  function notifySoon(analysis: Analysis): void {
    const { uri } = analysis.file;
    const notify = () => void notifyAnalysed(analysis).catch(logError);
    const isFirst = !notifying.has(uri);
    clearTimeout(notifying.get(uri));
    notifying.set(uri, isFirst ? undefined : backgroundTimer(notify, NOTIFIED_AFTER));
    if (isFirst) notify();
  }

  async function notifyAnalysed(analysis: Analysis): Promise<void> {
    const context = await settings.contextOf(analysis.file.uri);
    // After an edit, the next analysis is told instead.
    if (documents.isCurrent(analysis)) index.analysed(analysis, context.families);
    if (client.takesNotifications) await connection.sendNotification(RECOGNISED, recognitionStatus(analysis, context));
  }

  async function tellIndex(): Promise<void> {
    await Promise.allSettled(
      documents.uris().map(async uri => {
        const analysis = await documents.analysisOf(uri);
        if (!analysis) return;
        clearTimeout(notifying.get(uri));
        await notifyAnalysed(analysis);
      }),
    );
  }

  async function diagnose(analysis: Analysis): Promise<Diagnostic[]> {
    const checked = await withRuns(analysis);
    if (checked) return diagnosticsOf(checked);
    const newest = await documents.analysisOf(analysis.file.uri);
    return newest ? diagnose(newest) : [];
  }

  async function diagnoseEarly(uri: string): Promise<Diagnostic[]> {
    const mayBeEarly = refreshesDiagnostics && !shownWhole.has(uri);
    const analysis = await (mayBeEarly ? documents.firstAnalysisOf(uri) : documents.analysisOf(uri));
    if (!analysis) return [];
    if (!mayBeEarly || !isBeforeRuns(analysis)) {
      // The one at hand may be of the beginning alone.
      const whole = await documents.analysisOf(uri);
      return whole ? diagnose(whole) : [];
    }
    const early = await diagnosticsOf(analysis);
    // However often the client pulls meanwhile, it is asked once.
    if (answeredEarly.has(analysis)) return early;
    answeredEarly.add(analysis);
    // Begins after the answer was computed, so that it does not wait.
    const more = documents.madeAnalysis(uri) === analysis ? runsAtRest(analysis) : documents.analysisOf(uri);
    const done = () => answeredEarly.delete(analysis);
    void more
      .finally(done)
      .then(known => {
        if (known && known !== analysis) refreshDiagnostics();
      })
      .catch(logError);
    return early;
  }

  /** Like `withRuns`, but once an edit has cut a check short, the next one begins after a pause: each key would begin another in vain. */
  async function runsAtRest(analysis: Analysis): Promise<Analysis | undefined> {
    const { uri } = analysis.file;
    if (runsBegun.has(uri)) await new Promise<void>(resolve => backgroundTimer(resolve, REST));
    runsBegun.add(uri);
    return documents.isCurrent(analysis) ? withRuns(analysis) : undefined;
  }

  /** Whether the client shows not all problems of a large document yet. Later, those that it shows must not vanish meanwhile. */
  function isBeforeRuns({ file }: Analysis): boolean {
    return !shownWhole.has(file.uri) && isLarge(file);
  }

  function noteShown(reports: readonly DiagnosticsReport[]): void {
    for (const report of reports) {
      if (report.kind === 'unchanged' || (report.kind === 'full' && report.items.length > 0))
        shownWhole.add(report.uri);
      else if (!documents.isOpen(report.uri)) shownWhole.delete(report.uri);
    }
  }

  async function diagnosticsOf(analysis: Analysis): Promise<Diagnostic[]> {
    return diagnostics(analysis, diagnosticsClient, (await settings.settingsFor(analysis.file.uri)).maxProblems);
  }

  function withRuns(analysis: Analysis): Promise<Analysis | undefined> {
    let runCheck = runChecks.get(analysis);
    if (!runCheck) {
      runCheck = checkRuns(analysis).finally(() => runChecks.delete(analysis));
      runChecks.set(analysis, runCheck);
    }
    return runCheck;
  }

  async function checkRuns(analysis: Analysis): Promise<Analysis | undefined> {
    const context = await settings.contextOf(analysis.file.uri);
    const isCurrent = () => documents.isCurrent(analysis);
    const checked = await whenDiskLoaded(() => runInSlices(withRunProblemsInSteps(analysis, context), isCurrent));
    if (checked && isCurrent()) shownWhole.add(analysis.file.uri);
    return checked;
  }

  async function pushDiagnostics(analysis: Analysis): Promise<void> {
    const { uri } = analysis.file;
    pushing.set(uri, analysis);
    if (isBeforeRuns(analysis)) push(analysis, await diagnosticsOf(analysis));
    push(analysis, await diagnose(analysis));
  }

  function push(analysis: Analysis, items: Diagnostic[]): void {
    const { uri } = analysis.file;
    // After an edit, the next analysis is pushed instead.
    if ((pushing.get(uri) ?? analysis) !== analysis || !documents.isCurrent(analysis)) return;
    const version = takesVersions ? documents.versionOf(uri) : undefined;
    void connection.sendDiagnostics({ uri, ...(version !== undefined && { version }), diagnostics: items });
  }

  function refreshDiagnostics(): void {
    if (refreshesDiagnostics) ignoreRejection(connection.languages.diagnostics.refresh());
  }

  function reanalyse(): void {
    documents.contextChanged();
    refreshDiagnostics();
  }

  return {
    connection,
    capabilities,
    client,
    diagnosticsClient,
    pullsDiagnostics,
    trust,
    workspace,
    whenDiskLoaded,
    settings,
    documents,
    index,
    stores,
    async withAnalysis({ uri }, none, answer) {
      const analysis = await documents.analysisOf(uri);
      return analysis ? answer(analysis) : none;
    },
    async withUncheckedAnalysis({ uri, at }, none, answer) {
      const analysis = await documents.uncheckedAnalysisOf(uri, at);
      return analysis ? answer(analysis) : none;
    },
    tellIndex,
    diagnose,
    diagnoseEarly,
    withRuns,
    noteShown,
    pushDiagnostics,
    forgetDocument(uri) {
      formatters.forget(uri);
      pushing.delete(uri);
      shownWhole.delete(uri);
      runsBegun.delete(uri);
      clearTimeout(notifying.get(uri));
      notifying.delete(uri);
      void settings.contextOf(uri).then(context => forgetJudgement(uri, context), logError);
      if (!pullsDiagnostics) void connection.sendDiagnostics({ uri, diagnostics: [] });
    },
    refreshDiagnostics,
    refreshText,
    reanalyse,
    logError,
    refusal,
  };
}

const WARNING = 2;
/** The pause in the typing after which runs are checked that were not yet, in milliseconds. */
const REST = 300;
/** The delay of notifications about an analysis while the user types, in milliseconds. */
const NOTIFIED_AFTER = 50;

/**
 * Starts the index thread, and shows its progress in the editor.
 *
 * @returns the thread, and a function that refreshes lenses and hints, which depend on runs
 */
function openIndex(
  connection: Connection,
  { capabilities, initializationOptions }: InitializeParams,
  handlers: Pick<Parameters<typeof indexThread>[0], 'start' | 'onDeclared' | 'openFiles' | 'onRestarted'>,
): { index: IndexThread; refreshText(): void } {
  const client: ClientOptions = initializationOptions ?? {};
  const { codeLens, inlayHint } = capabilities.workspace ?? {};
  const showProgress = progressReporter(
    t`Reading workflow runs`,
    capabilities.window?.workDoneProgress ? () => connection.window.createWorkDoneProgress() : undefined,
    () => index.cancelScan(),
  );
  function refreshText(): void {
    if (codeLens?.refreshSupport && client.showsRuns)
      ignoreRejection(connection.sendRequest('workspace/codeLens/refresh'));
    if (inlayHint?.refreshSupport) ignoreRejection(connection.sendRequest('workspace/inlayHint/refresh'));
  }
  let shownRevision: number | undefined;
  const index = indexThread({
    ...handlers,
    onState({ revision, runs, files, scanning, live }) {
      showProgress(scanning, `${files} files, ${runs} runs`);
      const changed: RunsChanged = { runs, reading: scanning, live };
      if (client.takesNotifications) void connection.sendNotification(RUNS_CHANGED, changed);
      // Search results change no lens.
      if (revision !== shownRevision || scanning) refreshText();
      shownRevision = revision;
    },
    onWarning: text => connection.console.warn(text),
  });
  return { index, refreshText };
}

/** The workspace folders and the disk. Open documents replace their files on disk. */
interface OpenWorkspace {
  /** A new object whenever the folders change. */
  current(): Workspace;
  nameOf(folder: string): string;
  changeFolders(event: WorkspaceFoldersChangeEvent): void;
  setDeclarationFiles(uris: readonly string[]): void;
  /** Returns whether the file was read or being read. @param inside only its content has changed */
  fileChanged(uri: string, inside: boolean): boolean;
  /** Asks a question again until everything that it reads from the disk is loaded; resolves to the answer. */
  whenDiskLoaded<T>(ask: (workspace: Workspace) => T | Promise<T>): Promise<T>;
}

/**
 * @param documents.openText the text of a document as the editor holds it
 * @param documents.isAnalysing whether an analysis is under way, which begins again when the disk changes
 */
function openWorkspace(
  params: InitializeParams,
  cachedDisk: ServerPlatform['cachedDisk'],
  { openText, isAnalysing }: { openText(uri: string): string | undefined; isAnalysing(): boolean },
): OpenWorkspace {
  const reportsFileChanges = params.capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
  const folders = initialWorkspaceFolders(params);
  const names = new Map(folders.map(({ uri, name }) => [uri, name]));
  const cached = cachedDisk(() => workspace.folders);
  const disk: Disk = { ...cached, text: uri => openText(uri) ?? cached.text(uri) };
  let declarations = declarationsByFolder([]);
  let asking = 0;
  let workspace = workspaceOf(folders.map(({ uri }) => uri));

  function workspaceOf(uris: readonly string[]): Workspace {
    return { folders: uris, disk, declaringFiles: folder => declarations(folder) };
  }

  return {
    current: () => workspace,
    nameOf: folder => names.get(folder) ?? fileNameOf(folder),
    changeFolders({ added, removed }) {
      const gone = removed.map(({ uri }) => uri);
      const kept = workspace.folders.filter(uri => !gone.includes(uri));
      for (const { uri, name } of added) names.set(uri, name);
      workspace = workspaceOf([...kept, ...added.map(({ uri }) => uri)]);
    },
    setDeclarationFiles(uris) {
      declarations = declarationsByFolder(uris);
    },
    fileChanged: (uri, inside) => cached.changed(uri, inside),
    async whenDiskLoaded(ask) {
      // Not while others use what is known, or they would begin again at each request.
      if (!reportsFileChanges && asking === 0 && !isAnalysing()) cached.forget();
      asking++;
      try {
        for (;;) {
          const changes = cached.changes();
          const answer = await ask(workspace);
          const loading = disk.whenLoaded();
          // An answer computed while the disk was loading may lack some of it.
          if (!loading && cached.changes() === changes) return answer;
          await loading;
        }
      } finally {
        asking--;
      }
    },
  };
}
