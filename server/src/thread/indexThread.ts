import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FileLang } from '../model/text';
import { decoded } from '../text/decoded';
import type { Change, ChangedFile, FolderSettings, FromThread, Pull, Report, ToThread } from './messages';
import type { AnswerOf, ParamsOf, Question } from './questions';

/** The thread of the index, as the server sees it. */
export interface IndexThread {
  start(folders: FolderSettings[], storage: string | undefined): void;
  foldersChanged(folders: FolderSettings[]): void;
  opened(uri: string, lang: FileLang, text: string, version: number): void;
  edited(uri: string, changes: Change[], version: number): void;
  closed(uri: string): void;
  changed(files: ChangedFile[]): void;
  /** Reads everything anew. */
  scan(): void;
  cancel(): void;
  /** Rejects where the thread could not answer. `whenSettled`: only when all has been read. */
  ask<Q extends Question>(question: Q, params: ParamsOf<Q>, when?: 'whenSettled'): Promise<AnswerOf<Q>>;
  /**
   * Is told of the problems of files, open or not: of some, as soon as they are known, where it streams. `answer`
   * resolves with the rest, when there is something to say; where it streams, when it is ended or another one pulls.
   */
  pull(pull: Omit<Pull, 'id'>, onReports: (reports: Report[]) => void): { answer: Promise<Report[]>; end(): void };
  /** Resolves when what is known has been kept for the next time. */
  stop(): Promise<void>;
}

interface Asked {
  resolve(value: unknown): void;
  reject(error: Error): void;
  onReports?(reports: Report[]): void;
}

interface Needs {
  onState(state: Extract<FromThread, { type: 'state' }>): void;
  onWarning(text: string): void;
  /** Files that declare something for all others were met, or are gone. */
  onDeclared(uris: readonly string[]): void;
}

// Megabytes for what is soon done with. Left to itself the heap would take 48, most of them for the lines of a log.
const YOUNG = 8;

/** Starts the thread; its code lies beside the server's. */
export function indexThread({ onState, onWarning, onDeclared }: Needs): IndexThread {
  const worker = new Worker(join(__dirname, 'thread.js'), { resourceLimits: { maxYoungGenerationSizeMb: YOUNG } });
  const asked = new Map<number, Asked>();
  let lastId = 0;
  let stopped: (() => void) | undefined;
  let ended = false;
  // Until the folders and their settings are known nothing can be answered, nor read as it should be.
  let early: ToThread[] | undefined = [];
  const say = (message: ToThread) => {
    if (early) early.push(message);
    else if (!ended) worker.postMessage(message);
  };

  worker.on('message', (message: FromThread) => {
    switch (message.type) {
      case 'answer':
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
        onWarning(`${decoded(message.fault.uri)}: ${message.fault.fault}`);
        break;
      case 'stopped':
        stopped?.();
    }
  });
  worker.on('error', error => onWarning(`The index of runs has stopped: ${error.message}`));
  worker.on('exit', () => {
    ended = true;
    // Nothing is being read any more.
    if (!stopped) onState({ type: 'state', revision: -1, runs: 0, files: 0, scanning: false, live: false });
    for (const { reject } of asked.values()) reject(new Error('The index of runs has stopped.'));
    asked.clear();
    stopped?.();
  });
  worker.unref();

  return {
    start(folders, storage) {
      const said = early ?? [];
      early = undefined;
      say({ type: 'start', folders, ...(storage !== undefined && { storage }) });
      for (const message of said) say(message);
    },
    foldersChanged: folders => say({ type: 'folders', folders }),
    opened: (uri, lang, text, version) => say({ type: 'opened', uri, lang, text, version }),
    edited: (uri, changes, version) => say({ type: 'edited', uri, changes, version }),
    closed: uri => say({ type: 'closed', uri }),
    changed: files => say({ type: 'changed', files }),
    scan: () => say({ type: 'scan' }),
    cancel: () => say({ type: 'cancel' }),
    ask: (question, params, when) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(new Error('The index of runs has stopped.'));
        const id = ++lastId;
        asked.set(id, { resolve: value => resolve(value as never), reject });
        say({ type: 'ask', id, question, params, settled: when === 'whenSettled' });
      }),
    pull(pull, onReports) {
      const id = ++lastId;
      const answer = new Promise<Report[]>((resolve, reject) => {
        if (ended) return reject(new Error('The index of runs has stopped.'));
        asked.set(id, { resolve: value => resolve(value as Report[]), reject, onReports });
        say({ type: 'pull', pull: { ...pull, id } });
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
        if (ended || early) return resolve();
        stopped = resolve;
        say({ type: 'stop' });
      }),
  };
}
