/** Delays a call until there was no further call for a while; only the last one is made. */
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
 * Limits calls: makes the first one after a short delay, later ones at most once per interval. Both are in milliseconds.
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
