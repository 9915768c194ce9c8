import { useEffect, useRef, useState } from 'preact/hooks';
import type { QuestionState } from '../../model/answerCache';

/**
 * What takes several questions to know. As with one question: what was loaded last stays until the next is there, and while
 * one is loaded only the last wanted waits.
 *
 * @param key names what is wanted: another key, another load
 */
export function useLoaded<T>(key: string, load: () => Promise<T>): QuestionState<T> {
  const [loaded, setLoaded] = useState<{ key?: string; value?: T; fault?: string }>({});
  const loading = useRef<{ busy: boolean; next?: () => void }>({ busy: false });
  useEffect(() => {
    const now = async () => {
      loading.current.busy = true;
      try {
        setLoaded({ key, value: await load() });
      } catch (error) {
        const fault = error instanceof Error ? error.message : String(error);
        setLoaded(before => ({ ...before, key, fault }));
      }
      loading.current.busy = false;
      const { next } = loading.current;
      delete loading.current.next;
      next?.();
    };
    if (loading.current.busy) loading.current.next = () => void now();
    else void now();
  }, [key]);
  const { key: of, ...last } = loaded;
  return { ...last, fresh: of === key };
}
