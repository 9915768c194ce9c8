import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ReplayAnswer, ReplayParams, ReplayQuestion } from '../../../server/src/shared/lspExtensions';
import { errorText } from '../../../server/src/shared/shownText';
import type { Host } from '../selectHost';

/** Sends the requests of the replay page to its host (an editor, say), and caches the answers until the replayed run changes. */
export interface AnswerCache {
  ask<Q extends ReplayQuestion>(question: Q, params: ReplayParams<Q>): Promise<ReplayAnswer<Q>>;
  /** The cached answer, synchronously. */
  known<Q extends ReplayQuestion>(question: Q, params: ReplayParams<Q>): ReplayAnswer<Q> | undefined;
  /** Increases when all answers may be outdated. */
  revision: { readonly value: number };
  /**
   * Drops cached answers.
   *
   * @param questions the questions whose answers to drop; by default all
   */
  forget(questions?: readonly ReplayQuestion[]): void;
}

/** The number of cached answers per question: those of the timeline may be large. */
const REMEMBERED = 60;

export function answerCache(host: Host): AnswerCache {
  const revision = signal(0);
  const known = new Map<ReplayQuestion, Map<string, unknown>>();
  // Components may ask the same question at the same time.
  const asked = new Map<string, Promise<unknown>>();
  const remember = (question: ReplayQuestion, params: string, answer: unknown) => {
    const answers = known.get(question) ?? new Map<string, unknown>();
    known.set(question, answers.set(params, answer));
    const [oldest] = answers.keys();
    if (answers.size > REMEMBERED && oldest !== undefined) answers.delete(oldest);
  };
  return {
    revision,
    known: (question, params) => known.get(question)?.get(JSON.stringify(params)) as never,
    async ask(question, params) {
      const text = JSON.stringify(params);
      const answers = known.get(question);
      if (answers?.has(text)) return answers.get(text) as never;
      const key = `${revision.value} ${question} ${text}`;
      const before = revision.value;
      const answer = asked.get(key) ?? host.ask(question, params);
      asked.set(key, answer);
      try {
        const value = await answer;
        if (revision.value === before) remember(question, text, value);
        return value as never;
      } finally {
        asked.delete(key);
      }
    },
    forget(questions) {
      if (questions) for (const question of questions) known.delete(question);
      else known.clear();
      revision.value++;
    },
  };
}

/**
 * The answer to a question; immediately if cached.
 *
 * @param params undefined asks nothing
 */
export function useAnswer<Q extends ReplayQuestion>(
  answers: AnswerCache,
  question: Q,
  params: ReplayParams<Q> | undefined,
): LoadState<ReplayAnswer<Q>> {
  const key = params && `${answers.revision.value} ${question} ${JSON.stringify(params)}`;
  // Nothing is loaded without a key.
  const state = useLoad(key, () => answers.ask(question, params as ReplayParams<Q>));
  if (params === undefined) return { fresh: true };
  const cached = answers.known(question, params);
  return cached === undefined ? state : { value: cached, fresh: true };
}

interface LoadState<T> {
  /** The last value; while the next one loads, the previous one. */
  value?: T;
  /** The value or fault belongs to the current key. */
  fresh: boolean;
  fault?: string;
}

/**
 * Loads a value whenever its key changes. One load runs at a time, and only the last key that arrives meanwhile is loaded
 * next. So dragging a playhead past a thousand steps requests few of them.
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
        // The previous value would pass for that of this key.
        setLoaded({ key, fault: errorText(error) });
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
