import { closedFileDiagnostics } from '../features/closedFileDiagnostics';
import { saidRuns } from '../features/runs/searchMessages';
import type { UnreadableFile } from '../model/disk';
import type { TextFile } from '../model/text';
import { isProjectFile } from '../project/resolveProject';
import { indexTexts } from '../runs/findSearchedParts';
import type { StoredIndex } from '../runs/index/storedIndex';
import { type IndexerState, workspaceIndexer } from '../runs/indexer/workspaceIndexer';
import { textIndex } from '../runs/textIndex';
import { nextTask } from '../shared/eventLoop';
import { t } from '../shared/l10n';
import type { FolderSettings, FromWorker, SourceFolder, ToWorker } from './indexMessages';
import { type ContextHashes, contextHashes, contextMonitor, indexPersistence, storeKey } from './indexPersistence';
import { indexQueries, runQuery } from './indexQueries';
import { type IndexQueryData, searchContext } from './indexQueryData';
import type { IndexPlatform, ThreadPort } from './serverPlatform';
import { statusReporter, trackLargeReads, workScheduler } from './workScheduler';
import { workspaceDiagnostics } from './workspaceDiagnostics';
import { declarationTracker, openFiles, trackDeclarations, workspaceState } from './workspaceState';

/**
 * Runs the index thread, which reads the files of the workspace and answers queries. Ends on request, or with its server.
 *
 * Invariants: All files are read before one is checked, and only checked files get diagnostics. A query delays the reading and checking for
 * a moment, and any other message resumes them at once. No error ends the thread, since without the thread there are no runs.
 */
export function runIndexWorker(port: ThreadPort<ToWorker, FromWorker>, platform: IndexPlatform): void {
  const send = (message: FromWorker) => port.postMessage(message);
  const warn = (fault: UnreadableFile) => send({ type: 'warning', fault });
  const declarations = declarationTracker(uri => !workspace.isInSourceFolder(uri));
  const workspace = workspaceState(declarations, platform);
  const { settingsOf, contextOf } = workspace;
  const open = openFiles();
  let excluded: ReadonlySet<string> = new Set();
  let included: readonly string[] = [];
  const access = trackLargeReads(trackDeclarations(platform.fileAccess(settingsOf), declarations), {
    isExcluded: uri => excluded.has(uri),
    onReading: uri => send({ type: 'reading', ...(uri !== undefined && { uri }) }),
  });
  const reader = platform.reader?.(
    { folders: workspace.folders, sourceFolders: workspace.sourceFolders, declared: declarations.all },
    () => scheduler.wake(),
  );
  const indexerFrom = (before: StoredIndex | undefined) =>
    workspaceIndexer({
      access,
      folders: workspace.readFolders,
      contextOf,
      warn,
      before,
      reader,
      checksAllFiles: uri => settingsOf(uri).checkClosedFiles,
      openedCheckOf: open.checkOf,
      onChecked: uri => diagnostics.changed(uri),
    });
  let runs = indexerFrom(undefined);
  const diagnostics = workspaceDiagnostics({
    records: () => runs.index.eachRecord(),
    record: uri => runs.index.record(uri),
    isWanted: uri =>
      workspace.workspace().folders.some(folder => uri.startsWith(`${folder}/`)) && settingsOf(uri).checkClosedFiles,
    versionOf: open.versionOf,
    diagnose: (record, { client }) => {
      const { uri } = record;
      const { maxProblems: limit } = settingsOf(uri);
      return closedFileDiagnostics(record, {
        access,
        context: contextOf(uri),
        client,
        limit,
      });
    },
    recheck: uri => runs.recheck(uri),
    send: ({ id, streams }, reports) =>
      send(streams ? { type: 'reports', id, reports } : { type: 'result', id, value: reports }),
  });
  const texts = textIndex({ access });
  const said = saidRuns(() => searchContext(context));
  const context: IndexQueryData = {
    get index() {
      return runs.index;
    },
    texts,
    said,
    folders: workspace.folders,
    sourceFolders: workspace.sourceFolders,
    workspace: workspace.workspace,
    access,
    opened: open.files,
    contextOf,
    toolPlaces: platform.toolPlaces,
    ...(platform.page && { page: platform.page }),
  };
  const monitor = contextMonitor(() => contextHashes(workspace.folders(), workspace.workspace()));
  const status = statusReporter(() => runs, said.version, send);
  const persistence = indexPersistence({
    store: platform.store,
    indexer: () => runs,
    folders: workspace.folders,
    hashes: monitor.current,
    warn,
    guarded,
  });
  const scheduler = workScheduler({
    work: until => guarded(() => workUntil(until)) ?? false,
    onSlice: () => guarded(status.update),
    onIdle() {
      guarded(status.report);
      persistence.saveSoon();
    },
    mayPause: () => runs.state().isComplete,
  });
  const queries = queryQueue({
    context,
    queries: platform.queries,
    state: () => runs.state(),
    send,
    onAnswered: scheduler.onQuery,
  });

  function workUntil(until: number): boolean {
    let hasMore = true;
    while (hasMore && performance.now() < until) hasMore = runs.work();
    announceDeclarations();
    if (reactToContext()) hasMore = true;
    // Problems are reported once all are known; computing them may show that a file must be checked again.
    if (!hasMore && runs.state().idle) {
      do hasMore = diagnostics.work();
      while (hasMore && runs.state().idle && performance.now() < until);
      hasMore ||= !runs.state().idle;
    }
    queries.answerDeferred();
    return searchUntil(until, hasMore) || hasMore;
  }

  /** Searches for the words of the filter between checks. Indexes all texts when idle. */
  function searchUntil(until: number, isBusy: boolean): boolean {
    if (!runs.state().isComplete) return false;
    const isSearching = said.work(isBusy ? performance.now() + SEARCH_SLICE : until);
    if (isBusy || isSearching) return isSearching;
    if (!indexing && mayHaveNewTexts) {
      indexing = indexTexts(runs.index, texts, uri => open.files.has(uri));
      mayHaveNewTexts = false;
    }
    while (indexing && performance.now() < until) if (indexing.next().done) indexing = undefined;
    return indexing !== undefined || mayHaveNewTexts;
  }

  let indexing: Generator<undefined, void> | undefined;
  // Whether files on disk may have changed. An edit changes none, and listing the files of all runs would rebuild edited runs.
  let mayHaveNewTexts = true;

  let announced = declarations.all();
  function announceDeclarations(): void {
    if (announced === declarations.all()) return;
    announced = declarations.all();
    monitor.invalidate();
    send({ type: 'declared', uris: announced });
  }

  /** Reads or checks files again if settings or declarations changed since then. Returns whether there is such work. */
  function reactToContext(): boolean {
    const { scanning, cancelled } = runs.state();
    if (monitor.isCompared() || scanning || cancelled) return false;
    declarations.retain(uri => access.stat(uri) !== undefined);
    const changed = monitor.compare();
    if (changed === 'reading') runs.contextChanged();
    if (changed === 'checking') runs.checkAgain();
    mayHaveNewTexts ||= changed !== undefined;
    return changed !== undefined;
  }

  function begin(before: StoredIndex | undefined): void {
    runs = indexerFrom(before);
    indexing = undefined;
    mayHaveNewTexts = true;
    diagnostics.restarted();
    for (const uri of runs.index.uris()) declarations.add(uri);
    monitor.restore(before?.under as ContextHashes | undefined);
    const changed = monitor.compare();
    if (before && changed === 'reading') {
      begin(undefined);
      return;
    }
    if (before && changed === 'checking') runs.checkAgain();
    runs.scan();
    for (const file of open.files.values()) runs.open(file);
    runs.include(included);
    scheduler.wake();
  }

  function setFolders(configured?: readonly FolderSettings[]): void {
    workspace.setFolders(configured);
    monitor.invalidate();
  }

  function reread(): void {
    monitor.rebase();
    runs.contextChanged();
  }

  /** Updates the folders; returns whether everything has to be read again. */
  function foldersChanged(configured?: readonly FolderSettings[]): boolean {
    const before = storeKey(workspace.folders());
    setFolders(configured);
    if (storeKey(workspace.folders()) === before) return false;
    reread();
    return true;
  }

  function setSourceFolders(folders: readonly SourceFolder[]): void {
    const before = workspace.sourceFolders();
    workspace.setSourceFolders(folders);
    const changed = uniqueUris(before, folders);
    if (changed.length > 0) runs.foldersChanged(changed);
    // The tree also shows the names and notes of folders.
    if (JSON.stringify(before) !== JSON.stringify(folders)) status.changed();
  }

  function openFile(file: TextFile | undefined): void {
    if (!file) return;
    runs.open(file);
    diagnostics.touched(file.uri);
  }

  const handlers: { [T in ToWorker['type']]: (message: Extract<ToWorker, { type: T }>) => void } = {
    start(message) {
      excluded = new Set(message.excluded);
      workspace.setSourceFolders(message.sourceFolders);
      setFolders(message.folders);
      const before = persistence.load(message.storage, () => void nextTask().then(() => begin(undefined)));
      begin(before);
      if (before) persistence.markSaved();
    },
    foldersChanged: ({ folders }) => void foldersChanged(folders),
    sourceFolders: ({ folders }) => setSourceFolders(folders),
    opened: message => openFile(open.open(message)),
    edited: message => openFile(open.edit(message)),
    checked(message) {
      open.check(message);
      runs.checked(message.uri);
    },
    closed({ uri }) {
      open.close(uri);
      runs.close(uri);
      diagnostics.touched(uri);
    },
    included({ uris }) {
      included = uris;
      runs.include(uris);
    },
    diagnosticsDropped: ({ uri }) => diagnostics.touched(uri),
    filesChanged({ files }) {
      const isReread = files.some(({ uri }) => isProjectFile(uri)) && foldersChanged();
      if (!isReread && workspace.filesChanged(files)) monitor.invalidate();
      for (const { uri, inside } of files) {
        if (access.stat(uri)) declarations.add(uri);
        runs.changed(uri, inside);
      }
    },
    rescan() {
      setFolders();
      reread();
      status.report();
    },
    cancelScan: () => runs.cancel(),
    query: queries.receive,
    pull: ({ pull }) => diagnostics.pull(pull),
    endPull: ({ id }) => diagnostics.end(id),
    stop() {
      // Only an idle index is stored; if little work is left, finishing it is worth the wait.
      const until = performance.now() + FINISHING_TIME;
      while (performance.now() < until && runs.work());
      persistence.save();
      send({ type: 'stopped' });
      port.close();
    },
  };

  function guarded<T>(run: () => T): T | undefined {
    try {
      return run();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      warn({
        uri: 'agent-envelopes:/runs',
        fault: t`could not be worked out (${reason}); this is a defect, please report it.`,
      });
      return undefined;
    }
  }

  port.on('message', (message: ToWorker) =>
    guarded(() => {
      (handlers[message.type] as (message: ToWorker) => void)(message);
      mayHaveNewTexts ||= !WITHOUT_FILE_CHANGES.has(message.type);
      if (message.type === 'query') scheduler.wake();
      else if (message.type !== 'stop') scheduler.resume();
    }),
  );
}

/** Returns the folders that are in only one of two lists. */
function uniqueUris(one: readonly SourceFolder[], other: readonly SourceFolder[]): string[] {
  const missing = (from: readonly SourceFolder[], uri: string) => from.every(folder => folder.uri !== uri);
  const uris = [...one, ...other].map(({ uri }) => uri);
  return uris.filter(uri => missing(one, uri) || missing(other, uri));
}

/** Messages that report no change of files on disk. */
const WITHOUT_FILE_CHANGES: ReadonlySet<ToWorker['type']> = new Set([
  'opened',
  'edited',
  'checked',
  'diagnosticsDropped',
  'query',
  'pull',
  'endPull',
]);

/** Milliseconds of a search between other work. */
const SEARCH_SLICE = 4;
/** Milliseconds of work before the thread ends. */
const FINISHING_TIME = 200;

type QueryMessage = Extract<ToWorker, { type: 'query' }>;

interface QueryQueueOptions extends Pick<IndexPlatform, 'queries'> {
  context: IndexQueryData;
  /** The current state of reading. */
  state(): Pick<IndexerState, 'isComplete' | 'isCaughtUp' | 'idle'>;
  send(message: FromWorker): void;
  /** Called after each answer. */
  onAnswered(): void;
}

/**
 * Creates the queue of queries. Answers a query at once, or, on request, when enough files are read: a rename must include all files.
 * Invariant: every query is answered exactly once, with a result or a failure.
 */
function queryQueue({ context, queries, state, send, onAnswered }: QueryQueueOptions) {
  let deferred: QueryMessage[] = [];

  function answer({ id, query, params }: QueryMessage): void {
    try {
      send({ type: 'result', id, value: runQuery(query, context, params, { ...indexQueries, ...queries }) });
    } catch (error) {
      send({ type: 'failed', id, message: error instanceof Error ? error.message : String(error) });
    }
    onAnswered();
  }

  function isDue({ when }: QueryMessage): boolean {
    if (when === 'now') return true;
    const { isComplete, isCaughtUp, idle } = state();
    return { caughtUp: isCaughtUp, complete: isComplete, checked: idle }[when];
  }

  return {
    receive(message: QueryMessage): void {
      if (isDue(message)) answer(message);
      else deferred.push(message);
    },
    /** Answers the deferred queries that need to wait no longer. */
    answerDeferred(): void {
      if (deferred.length === 0) return;
      const due = deferred.filter(isDue);
      if (due.length === 0) return;
      deferred = deferred.filter(message => !due.includes(message));
      for (const message of due) answer(message);
    },
  };
}
