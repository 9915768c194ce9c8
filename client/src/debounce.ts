/** Delays a call until none was made for a while; only the last one is made. */
export function debounce<T extends unknown[]>(milliseconds: number, call: (...args: T) => void): DelayedCall<T> {
  let timer: NodeJS.Timeout | undefined;
  const stop = () => clearTimeout(timer);
  const later = (...args: T) => {
    stop();
    timer = setTimeout(call, milliseconds, ...args);
  };
  return Object.assign(later, { dispose: stop });
}

/** Limits calls: the first is made soon, later ones at most once per interval. */
export function throttle(milliseconds: number, soon: number, call: () => void): DelayedCall<[]> {
  let timer: NodeJS.Timeout | undefined;
  let last = 0;
  const later = () => {
    timer ??= setTimeout(make, Math.max(soon, last + milliseconds - Date.now()));
  };
  const make = () => {
    timer = undefined;
    last = Date.now();
    call();
  };
  return Object.assign(later, { dispose: () => clearTimeout(timer) });
}

export interface DelayedCall<T extends unknown[]> {
  (...args: T): void;
  dispose(): void;
}
