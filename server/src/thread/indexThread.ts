import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FileLang } from '../model/text';
import { decodeUri } from '../text/uri/decodeUri';
import type { IndexQuery, QueryParams, QueryResult } from './indexQueries';
import type {
  ChangedFile,
  DiagnosticsPull,
  DiagnosticsReport,
  FolderSettings,
  FromWorker,
  TextChange,
  ToWorker,
} from './messages';

/** The thread of the index, as the server sees it. */
export interface IndexThread {
  start(folders: FolderSettings[], storage: string | undefined): void;
  foldersChanged(folders: FolderSettings[]): void;
  opened(uri: string, lang: FileLang, text: string, version: number): void;
  edited(uri: string, changes: TextChange[], version: number): void;
  closed(uri: string): void;
  filesChanged(files: ChangedFile[]): void;
  /** Reads everything anew; where the thread has ended for good, in another one. */
  rescan(): void;
  cancelScan(): void;
  /** Rejects where the thread could not answer. `whenComplete`: only when all files are read. */
  query<Q extends IndexQuery>(query: Q, params: QueryParams<Q>, when?: 'whenComplete'): Promise<QueryResult<Q>>;
  /**
   * Is told of the problems of files, open or not: of some, as soon as they are known, where it streams. `answer`
   * resolves with the rest, when there is something to say; where it streams, when it is ended or another one pulls.
   */
  pullDiagnostics(
    pull: Omit<DiagnosticsPull, 'id'>,
    onReports: (reports: DiagnosticsReport[]) => void,
  ): { answer: Promise<DiagnosticsReport[]>; end(): void };
  /** Resolves when what is known has been kept for the next time. */
  stop(): Promise<void>;
}

interface PendingRequest {
  resolve(value: unknown): void;
  reject(error: Error): void;
  onReports?(reports: DiagnosticsReport[]): void;
  message: Extract<ToWorker, { type: 'query' | 'pull' }>;
}

interface IndexThreadOptions {
  onState(state: Extract<FromWorker, { type: 'state' }>): void;
  onWarning(text: string): void;
  /** Files that declare something for all others were met, or are gone. */
  onDeclared(uris: readonly string[]): void;
  /** The files that are open, as the editor holds them: a thread that is started again is told of them. */
  openFiles(): Iterable<Pick<Extract<ToWorker, { type: 'opened' }>, 'uri' | 'lang' | 'text'>>;
}

// Megabytes for what is soon done with. Left to itself the heap would take 48, most of them for the lines of a log.
const YOUNG = 8;
/** As often it is started again. */
const MOST_ENDS = 3;

/**
 * Starts the thread; its code lies beside the server's. One that ends by itself, since it has run out of memory, is started
 * again: without the file that it was reading, where that was a large one. After some times it stays ended.
 */
export function indexThread({ onState, onWarning, onDeclared, openFiles }: IndexThreadOptions): IndexThread {
  const asked = new Map<number, PendingRequest>();
  const versions = new Map<string, number>();
  const excluded = new Set<string>();
  let lastId = 0;
  let started: { folders: FolderSettings[]; storage: string | undefined } | undefined;
  /** What is said before the folders and their settings are known: until then nothing can be answered, nor read as it should be. */
  let early: ToWorker[] = [];
  let stopped: (() => void) | undefined;
  let reading: string | undefined;
  let ends = 0;
  let worker: Worker | undefined = begun();

  function begun(): Worker {
    const begins = new Worker(join(__dirname, 'thread.js'), { resourceLimits: { maxYoungGenerationSizeMb: YOUNG } });
    let failure: NodeJS.ErrnoException | undefined;
    begins.on('message', receive);
    begins.on('error', error => {
      failure = error;
    });
    begins.on('exit', () => ended(failure));
    begins.unref();
    return begins;
  }

  function receive(message: FromWorker): void {
    switch (message.type) {
      case 'result':
        asked.get(message.id)?.resolve(message.value);
        asked.delete(message.id);
        break;
      case 'reports':
        asked.get(message.id)?.onReports?.(message.reports);
        break;
      case 'failed':
        asked.get(message.id)?.reject(new Error(message.message));
        asked.delete(message.id);
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

  function ended(failure: NodeJS.ErrnoException | undefined): void {
    worker = undefined;
    const cause = reading;
    reading = undefined;
    if (!stopped && ++ends <= MOST_ENDS) {
      if (cause !== undefined) excluded.add(cause);
      onWarning(
        `The index of runs ${endingText(failure, cause)} and is started again${cause ? ' without this file' : ''}.`,
      );
      // Where it was no file, what was asked may be why it has ended.
      for (const [id, { message, reject }] of asked) {
        if (cause !== undefined || message.type === 'pull') continue;
        asked.delete(id);
        reject(new Error('The index of runs was started again.'));
      }
      startAgain();
      return;
    }
    // Nothing is being read any more.
    if (!stopped) {
      onWarning(
        `The index of runs ${endingText(failure, cause)} and has stopped; refresh the runs to start it once more.`,
      );
      onState({ type: 'state', revision: -1, runs: 0, files: 0, scanning: false, live: false });
    }
    for (const { reject } of asked.values()) reject(new Error(HAS_STOPPED));
    asked.clear();
    stopped?.();
  }

  function startAgain(): void {
    worker = begun();
    if (!started) return;
    const { folders, storage } = started;
    say({ type: 'start', folders, excluded: [...excluded], ...(storage !== undefined && { storage }) });
    for (const file of openFiles()) say({ type: 'opened', ...file, version: versions.get(file.uri) ?? 0 });
    for (const { message } of asked.values()) say(message);
  }

  function say(message: ToWorker): void {
    if (started) worker?.postMessage(message);
    else early.push(message);
  }

  return {
    start(folders, storage) {
      started = { folders, storage };
      const said = early;
      early = [];
      say({ type: 'start', folders, excluded: [], ...(storage !== undefined && { storage }) });
      for (const message of said) say(message);
    },
    foldersChanged(folders) {
      if (started) started.folders = folders;
      say({ type: 'foldersChanged', folders });
    },
    opened(uri, lang, text, version) {
      versions.set(uri, version);
      say({ type: 'opened', uri, lang, text, version });
    },
    edited(uri, changes, version) {
      versions.set(uri, version);
      say({ type: 'edited', uri, changes, version });
    },
    closed(uri) {
      versions.delete(uri);
      say({ type: 'closed', uri });
    },
    filesChanged: files => say({ type: 'filesChanged', files }),
    rescan() {
      if (worker) return say({ type: 'rescan' });
      // Who asks for it again wants all of it tried again.
      ends = 0;
      excluded.clear();
      startAgain();
    },
    cancelScan: () => say({ type: 'cancelScan' }),
    query: (query, params, when) =>
      new Promise((resolve, reject) => {
        if (!worker) return reject(new Error(HAS_STOPPED));
        const id = ++lastId;
        const message: ToWorker = { type: 'query', id, query, params, whenComplete: when === 'whenComplete' };
        asked.set(id, { resolve: value => resolve(value as never), reject, message });
        say(message);
      }),
    pullDiagnostics(wanted, onReports) {
      const id = ++lastId;
      const message: ToWorker = { type: 'pull', pull: { ...wanted, id } };
      const answer = new Promise<DiagnosticsReport[]>((resolve, reject) => {
        if (!worker) return reject(new Error(HAS_STOPPED));
        asked.set(id, { resolve: value => resolve(value as DiagnosticsReport[]), reject, onReports, message });
        say(message);
      });
      const end = () => {
        say({ type: 'endPull', id });
        asked.get(id)?.resolve([]);
        asked.delete(id);
      };
      return { answer, end };
    },
    stop: () =>
      new Promise(resolve => {
        if (!worker || !started) return resolve();
        stopped = resolve;
        say({ type: 'stop' });
      }),
  };
}

const HAS_STOPPED = 'The index of runs has stopped.';

function endingText(failure: NodeJS.ErrnoException | undefined, cause: string | undefined): string {
  const whileReading = cause === undefined ? '' : ` while it read ${decodeUri(cause)},`;
  if (failure?.code === 'ERR_WORKER_OUT_OF_MEMORY') return `ran out of memory${whileReading}`;
  return `has ended${whileReading}${failure ? ` (${failure.message})` : ''}`;
}
