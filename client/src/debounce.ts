import type { FileEvent } from 'vscode-languageclient';

/** Debounces a function: delays its call until no further call has come for some time. Of several calls, only the last is made. */
export function debounce<T extends unknown[]>(milliseconds: number, call: (...args: T) => void): DelayedCall<T> {
  let timer: NodeJS.Timeout | undefined;
  const cancel = () => clearTimeout(timer);
  const schedule = (...args: T) => {
    cancel();
    timer = setTimeout(call, milliseconds, ...args);
  };
  return Object.assign(schedule, { dispose: cancel });
}

/**
 * Limits calls: makes the first call after a short delay, later calls at most once per interval. Both times are in milliseconds.
 */
export function throttle(interval: number, firstDelay: number, call: () => void): DelayedCall<[]> {
  let timer: NodeJS.Timeout | undefined;
  let last = 0;
  const schedule = () => {
    timer ??= setTimeout(callNow, Math.max(firstDelay, last + interval - Date.now()));
  };
  const callNow = () => {
    timer = undefined;
    last = Date.now();
    call();
  };
  return Object.assign(schedule, { dispose: () => clearTimeout(timer) });
}

export interface DelayedCall<T extends unknown[]> {
  (...args: T): void;
  dispose(): void;
}

/**
 * Sends changed files to the server after a short delay, then at intervals while they change. The client library would
 * wait for a pause in the changes, and so would never send a log that is written all the time.
 */
export function fileEventQueue(send: (changes: FileEvent[]) => Promise<void>) {
  let pending: FileEvent[] = [];
  // The last event of each file, so that a growing log is queued once.
  const last = new Map<string, FileEvent['type']>();
  const scheduleSend = throttle(INTERVAL, FIRST_DELAY, () => {
    const changes = pending;
    pending = [];
    last.clear();
    send(changes).catch(() => {
      // The server may be starting: retries with the next changes.
      pending = [...changes, ...pending].slice(-MAX_PENDING);
    });
  });
  return {
    add(event: FileEvent): void {
      if (last.get(event.uri) !== event.type) pending.push(event);
      last.set(event.uri, event.type);
      scheduleSend();
    },
    dispose: () => scheduleSend.dispose(),
  };
}

/** In milliseconds. */
const FIRST_DELAY = 30;
const INTERVAL = 250;
const MAX_PENDING = 10_000;
