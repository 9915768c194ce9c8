import { useEffect, useRef, useState } from 'preact/hooks';

export interface LoadState<T> {
  /** The last value; while the next one loads, the previous one. */
  value?: T;
  /** The value or fault belongs to the current key. */
  fresh: boolean;
  fault?: string;
}

/**
 * Loads a value whenever its key changes. One load runs at a time; of the keys that arrive meanwhile only the last is
 * loaded then. So dragging a playhead past a thousand steps asks for few of them.
 *
 * @param key undefined loads nothing
 */
export function useLoad<T>(key: string | undefined, load: () => Promise<T>): LoadState<T> {
  const [loaded, setLoaded] = useState<{ key?: string; value?: T; fault?: string }>({});
  const queue = useRef<{ busy: boolean; next?: () => void }>({ busy: false });
  useEffect(() => {
    if (key === undefined) return;
    const run = async () => {
      queue.current.busy = true;
      try {
        setLoaded({ key, value: await load() });
      } catch (error) {
        const fault = error instanceof Error ? error.message : String(error);
        setLoaded(before => ({ ...before, key, fault }));
      }
      queue.current.busy = false;
      const { next } = queue.current;
      delete queue.current.next;
      next?.();
    };
    if (queue.current.busy) queue.current.next = () => void run();
    else void run();
  }, [key]);
  const { key: loadedKey, ...last } = loaded;
  return { ...last, fresh: loadedKey === key };
}
