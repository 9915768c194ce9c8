import { join } from 'node:path';
import { type MessagePort, Worker } from 'node:worker_threads';
import { version } from '../../../package.json';
import type { RunQuery, RunSource, SaidQuery } from '../model/runSource';
import { storeHttpRequest } from '../network/storeHttpRequest';
import { backgroundTimer } from '../shared/eventLoop';
import { t } from '../shared/l10n';
import { createStoreSource } from '../sources/createStoreSource';
import { SourceError } from '../sources/sourceError';
import type { StoreOptions } from '../sources/storeClient';
import type { StoreConfig } from '../sources/storeConfig';

/** The functions with which the server lists, searches and loads the runs of a trace store, such as Langfuse. */
export type StoreSource = Pick<RunSource, 'list' | 'search' | 'load'>;

/** How to reach a store. Plain data. */
export interface StoreAccess extends Pick<StoreOptions, 'credential' | 'credentialRemedy'> {
  config: StoreConfig;
}

/** A request of the server to the thread. `call` is unique; `next` requests the next piece of a `load`. */
type StoreQuestion =
  | { do: 'list'; query: RunQuery }
  | { do: 'search'; query: SaidQuery }
  | { do: 'load'; id: string }
  | { do: 'next' }
  | { do: 'end' };
type ToStoreThread = StoreQuestion & { call: number; store: number; access: StoreAccess };

interface FromStoreThread {
  call: number;
  /** A page, or a piece of a run; undefined after the last piece. */
  value?: unknown;
  fault?: { text: string; isOfSource: boolean };
}

/** The worker data of a thread that asks stores. */
export const STORES_ROLE = 'stores';

/** Runs the thread that asks stores, until it is terminated. */
export function runStoreWorker(port: MessagePort): void {
  const sources = new Map<number, RunSource>();
  const calls = new Map<number, { controller: AbortController; pieces?: AsyncIterator<string> }>();

  function sourceOf({ store, access: { config, ...access } }: ToStoreThread): RunSource {
    const known = sources.get(store);
    if (known) return known;
    const source = createStoreSource(config, { request: storeHttpRequest, now: Date.now, ...access });
    sources.set(store, source);
    return source;
  }

  async function valueFor(asked: ToStoreThread): Promise<unknown> {
    const call = calls.get(asked.call) ?? { controller: new AbortController() };
    calls.set(asked.call, call);
    const { signal } = call.controller;
    switch (asked.do) {
      case 'list':
        return sourceOf(asked).list(asked.query, signal);
      case 'search':
        return sourceOf(asked).search(asked.query, signal);
      case 'load':
        call.pieces = sourceOf(asked).load(asked.id, signal)[Symbol.asyncIterator]();
        break;
      case 'end':
        calls.delete(asked.call);
        call.controller.abort();
        await call.pieces?.return?.();
        return undefined;
    }
    // A thread that ended took its pieces with it.
    if (!call.pieces) throw threadEnded('');
    return (await call.pieces.next()).value;
  }

  port.on('message', (asked: ToStoreThread) => {
    const { call } = asked;
    const answer = (answered: Omit<FromStoreThread, 'call'>) => port.postMessage({ call, ...answered });
    valueFor(asked).then(
      value => asked.do !== 'end' && answer({ value }),
      (error: unknown) => answer({ fault: { text: textOf(error), isOfSource: error instanceof SourceError } }),
    );
  });
}

function threadEnded(reason: string): SourceError {
  return new SourceError(t`The thread that asks stores has ended${reason}; try again.`);
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/**
 * Creates the server's handle of the thread that queries trace stores. Parsing a store's answer of many megabytes takes long, and would
 * delay the editor in the server's own thread. The thread starts with the first query, and ends after a pause.
 * Invariant: every query is answered, or rejected with the signal's reason or an error.
 */
export function storeThread() {
  let worker: Worker | undefined;
  let waiting = new Map<number, Waiting>();
  /** The calls that have not ended: while a run is written, nothing may be asked for a while. */
  const calls = new Set<number>();
  let resting: NodeJS.Timeout | undefined;
  let [lastCall, lastStore] = [0, 0];

  function started(): Worker {
    if (worker) return worker;
    const starting = new Worker(join(__dirname, 'thread.js'), { argv: [version], workerData: STORES_ROLE });
    starting.on('message', ({ call, value, fault }: FromStoreThread) => {
      const asked = waiting.get(call);
      waiting.delete(call);
      if (fault) asked?.reject(fault.isOfSource ? new SourceError(fault.text) : new Error(fault.text));
      else asked?.resolve(value);
    });
    let reason = '';
    starting.on('error', error => {
      reason = ` (${error.message})`;
    });
    starting.on('exit', () => {
      if (worker === starting) ended(threadEnded(reason));
    });
    starting.unref();
    worker = starting;
    return starting;
  }

  function ended(error: Error): void {
    worker = undefined;
    const left = waiting;
    waiting = new Map();
    for (const { reject } of left.values()) reject(error);
  }

  function restLater(): void {
    clearTimeout(resting);
    resting = backgroundTimer(() => {
      if (calls.size > 0) return restLater();
      void worker?.terminate();
      worker = undefined;
    }, PAUSE);
  }

  function sourceOf(access: StoreAccess): StoreSource {
    const store = ++lastStore;
    const post = (call: number, asked: StoreQuestion) =>
      started().postMessage({ ...asked, call, store, access } satisfies ToStoreThread);

    async function ask(call: number, asked: StoreQuestion, signal: AbortSignal): Promise<unknown> {
      signal.throwIfAborted();
      restLater();
      const answered = new AbortController();
      try {
        return await new Promise((resolve, reject) => {
          waiting.set(call, { resolve, reject });
          signal.addEventListener('abort', () => reject(signal.reason), { signal: answered.signal });
          post(call, asked);
        });
      } finally {
        answered.abort();
        waiting.delete(call);
      }
    }

    function begin(): number {
      calls.add(++lastCall);
      return lastCall;
    }

    function end(call: number): void {
      calls.delete(call);
      if (worker) post(call, { do: 'end' });
    }

    async function answerOf<T>(asked: StoreQuestion, signal: AbortSignal): Promise<T> {
      const call = begin();
      try {
        return (await ask(call, asked, signal)) as T;
      } finally {
        end(call);
      }
    }

    return {
      list: (query, signal) => answerOf({ do: 'list', query }, signal),
      search: (query, signal) => answerOf({ do: 'search', query }, signal),
      async *load(id, signal) {
        const call = begin();
        try {
          for (let asked: StoreQuestion = { do: 'load', id }; ; asked = { do: 'next' }) {
            const piece = await ask(call, asked, signal);
            if (piece === undefined) return;
            yield piece as string;
          }
        } finally {
          end(call);
        }
      },
    };
  }

  return { sourceOf };
}

/** Milliseconds without a call after which the thread ends. */
const PAUSE = 60_000;
