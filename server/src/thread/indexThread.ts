import type { Analysis } from '../model/analysis';
import type { Family } from '../model/family';
import type { FileLang } from '../model/text';
import { openedCheck } from '../runs/indexer/checkFile';
import { t } from '../shared/l10n';
import { decodeUri } from '../text/decodeUri';
import type {
  AnswerTime,
  ChangedFile,
  DiagnosticsPull,
  DiagnosticsReport,
  FolderSettings,
  FromWorker,
  SourceFolder,
  TextChange,
  ToWorker,
} from './indexMessages';
import type { IndexQuery, QueryParams, QueryResult } from './nodeQueries';
import type { StartIndexThread } from './serverPlatform';

/**
 * The server's handle of the index thread, which reads the files of the workspace. Reports changed files to it, and sends it queries about
 * workflow runs.
 */
export interface IndexThread {
  start(folders: FolderSettings[], storage: string | undefined): void;
  foldersChanged(folders: FolderSettings[]): void;
  opened(uri: string, lang: FileLang, text: string, version: number): void;
  edited(uri: string, changes: TextChange[], version: number): void;
  closed(uri: string): void;
  /** An open document was analysed. */
  analysed(analysis: Analysis, families: readonly Family[]): void;
  /** Also reads these files outside the folders. Replaces the list of the last call. */
  included(uris: readonly string[]): void;
  /**
   * Also reads these folders. Replaces the list of the owner's last call. The owner reports changed files in them to `filesChanged`.
   *
   * @param owner the feature that the folders belong to
   */
  sourceFolders(owner: string, folders: readonly SourceFolder[]): void;
  /** Includes the diagnostics of a file in the next report even if they did not change, since the client dropped them. */
  diagnosticsDropped(uri: string): void;
  filesChanged(files: ChangedFile[]): void;
  /** Re-reads everything; starts the thread again if it had stopped for good. */
  rescan(): void;
  cancelScan(): void;
  /** Rejects if the thread can't answer. */
  query<Q extends IndexQuery>(query: Q, params: QueryParams<Q>, when?: AnswerTime): Promise<QueryResult<Q>>;
  /**
   * Requests the diagnostics of all files, open or closed. A streaming pull gets reports in `onReports` as they are found, and its
   * `answer` resolves when the pull is ended or replaced. Otherwise `answer` resolves once there is something to report.
   */
  pullDiagnostics(
    pull: Omit<DiagnosticsPull, 'id'>,
    onReports: (reports: DiagnosticsReport[]) => void,
  ): { answer: Promise<DiagnosticsReport[]>; end(): void };
  /** Resolves when the index is stored. */
  stop(): Promise<void>;
}

interface PendingRequest {
  resolve(value: unknown): void;
  reject(error: Error): void;
  onReports?(reports: DiagnosticsReport[]): void;
  message: Extract<ToWorker, { type: 'query' | 'pull' }>;
}

interface IndexThreadOptions {
  /** Starts the thread. */
  start: StartIndexThread;
  onState(state: Extract<FromWorker, { type: 'state' }>): void;
  onWarning(text: string): void;
  /** Called with the declaration files of the workspace whenever they change. */
  onDeclared(uris: readonly string[]): void;
  /** The open files with the text in the editor, for a restarted thread. */
  openFiles(): Iterable<Pick<Extract<ToWorker, { type: 'opened' }>, 'uri' | 'lang' | 'text'>>;
  /** Called after the thread was started again, since it needs the open files. */
  onRestarted(): void;
}

const MAX_RESTARTS = 3;

/**
 * Starts the thread. If the thread runs out of memory, restarts it without the large
 * file that it was reading, if any. After `MAX_RESTARTS` restarts it stays stopped until a rescan.
 *
 * Invariants: messages before `start` are sent after it, in order; every query and pull is answered, repeated to the next
 * thread, or rejected.
 */
export function indexThread({
  start,
  onState,
  onWarning,
  onDeclared,
  openFiles,
  onRestarted,
}: IndexThreadOptions): IndexThread {
  const pending = new Map<number, PendingRequest>();
  const versions = new Map<string, number>();
  /** By open document, the analysis that the thread last received. */
  const analyses = new Map<string, Analysis>();
  const excluded = new Set<string>();
  let included: readonly string[] = [];
  const sourceFolders = new Map<string, readonly SourceFolder[]>();
  let lastId = 0;
  let started: { folders: FolderSettings[]; storage: string | undefined } | undefined;
  /** Messages that arrived before the folders and their settings were known. */
  let early: ToWorker[] = [];
  let stopped: (() => void) | undefined;
  let reading: string | undefined;
  let restarts = 0;
  let worker: ReturnType<StartIndexThread> | undefined = start(receive, handleExit);

  function receive(message: FromWorker): void {
    switch (message.type) {
      case 'result':
        pending.get(message.id)?.resolve(message.value);
        pending.delete(message.id);
        break;
      case 'reports':
        pending.get(message.id)?.onReports?.(message.reports);
        break;
      case 'failed':
        pending.get(message.id)?.reject(new Error(message.message));
        pending.delete(message.id);
        break;
      case 'state':
        onState(message);
        break;
      case 'declared':
        onDeclared(message.uris);
        break;
      case 'warning':
        onWarning(`${decodeUri(message.fault.uri)}: ${message.fault.fault}`);
        break;
      case 'reading':
        reading = message.uri;
        break;
      case 'stopped':
        stopped?.();
    }
  }

  function handleExit(failure: NodeJS.ErrnoException | undefined): void {
    worker = undefined;
    const cause = reading;
    reading = undefined;
    if (!stopped && ++restarts <= MAX_RESTARTS) {
      if (cause !== undefined) excluded.add(cause);
      onWarning(
        cause
          ? t`The index of runs ${endingText(failure, cause)} and is started again without this file.`
          : t`The index of runs ${endingText(failure, cause)} and is started again.`,
      );
      // If no file was the cause, a query may have been, so no query is repeated.
      for (const [id, { message, reject }] of pending) {
        if (cause !== undefined || message.type === 'pull') continue;
        pending.delete(id);
        reject(new Error(t`The index of runs was started again.`));
      }
      restart();
      return;
    }
    if (!stopped) {
      onWarning(
        t`The index of runs ${endingText(failure, cause)} and has stopped; refresh the runs to start it once more.`,
      );
      onState({ type: 'state', revision: -1, runs: 0, files: 0, scanning: false, live: false, said: 0 });
    }
    for (const { reject } of pending.values()) reject(new Error(HAS_STOPPED));
    pending.clear();
    stopped?.();
  }

  function restart(): void {
    worker = start(receive, handleExit);
    if (!started) return;
    const { folders, storage } = started;
    send({
      type: 'start',
      folders,
      sourceFolders: allSourceFolders(),
      excluded: [...excluded],
      ...(storage !== undefined && { storage }),
    });
    for (const file of openFiles()) send({ type: 'opened', ...file, version: versions.get(file.uri) ?? 0 });
    send({ type: 'included', uris: included });
    for (const { message } of pending.values()) send(message);
    analyses.clear();
    onRestarted();
  }

  function allSourceFolders(): SourceFolder[] {
    return [...sourceFolders.values()].flat();
  }

  function send(message: ToWorker): void {
    if (started) worker?.postMessage(message);
    else early.push(message);
  }

  return {
    start(folders, storage) {
      started = { folders, storage };
      const messages = early;
      early = [];
      send({
        type: 'start',
        folders,
        sourceFolders: allSourceFolders(),
        excluded: [],
        ...(storage !== undefined && { storage }),
      });
      for (const message of messages) send(message);
    },
    foldersChanged(folders) {
      if (started) started.folders = folders;
      send({ type: 'foldersChanged', folders });
    },
    opened(uri, lang, text, version) {
      versions.set(uri, version);
      send({ type: 'opened', uri, lang, text, version });
    },
    edited(uri, changes, version) {
      versions.set(uri, version);
      send({ type: 'edited', uri, changes, version });
    },
    analysed(analysis, families) {
      const { uri } = analysis.file;
      const check = openedCheck(analysis, analyses.get(uri), families);
      analyses.set(uri, analysis);
      if (check) send({ type: 'checked', uri, check });
    },
    closed(uri) {
      versions.delete(uri);
      analyses.delete(uri);
      send({ type: 'closed', uri });
    },
    included(uris) {
      included = uris;
      send({ type: 'included', uris });
    },
    sourceFolders(owner, folders) {
      sourceFolders.set(owner, folders);
      // The start message includes the source folders, so that their stored runs do not count as deleted.
      if (started) send({ type: 'sourceFolders', folders: allSourceFolders() });
    },
    diagnosticsDropped: uri => send({ type: 'diagnosticsDropped', uri }),
    filesChanged: files => send({ type: 'filesChanged', files }),
    rescan() {
      if (worker) return send({ type: 'rescan' });
      // The user requests a complete new attempt.
      restarts = 0;
      excluded.clear();
      restart();
    },
    cancelScan: () => send({ type: 'cancelScan' }),
    query: (query, params, when = 'now') =>
      new Promise((resolve, reject) => {
        if (!worker) return reject(new Error(HAS_STOPPED));
        const id = ++lastId;
        const message: ToWorker = { type: 'query', id, query, params, when };
        pending.set(id, { resolve: value => resolve(value as never), reject, message });
        send(message);
      }),
    pullDiagnostics(wanted, onReports) {
      const id = ++lastId;
      const message: ToWorker = { type: 'pull', pull: { ...wanted, id } };
      const answer = new Promise<DiagnosticsReport[]>((resolve, reject) => {
        if (!worker) return reject(new Error(HAS_STOPPED));
        pending.set(id, { resolve: value => resolve(value as DiagnosticsReport[]), reject, onReports, message });
        send(message);
      });
      const end = () => {
        send({ type: 'endPull', id });
        pending.get(id)?.resolve([]);
        pending.delete(id);
      };
      return { answer, end };
    },
    stop: () =>
      new Promise(resolve => {
        if (!worker || !started) return resolve();
        stopped = resolve;
        send({ type: 'stop' });
      }),
  };
}

const HAS_STOPPED = t`The index of runs has stopped.`;

function endingText(failure: NodeJS.ErrnoException | undefined, cause: string | undefined): string {
  const file = cause === undefined ? undefined : decodeUri(cause);
  if (failure?.code === 'ERR_WORKER_OUT_OF_MEMORY')
    return file === undefined ? t`ran out of memory` : t`ran out of memory while it read ${file},`;
  const ended = file === undefined ? t`has ended` : t`has ended while it read ${file},`;
  return failure ? `${ended} (${failure.message})` : ended;
}
