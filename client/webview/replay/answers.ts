import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ReplayQuestion, ReplayQuestions } from '../../../server/src/protocol';
import type { Host } from '../host/host';

/** Asks the host, and remembers what it was told until the run is otherwise. */
export interface Answers {
  ask<Q extends ReplayQuestion>(
    question: Q,
    params: ReplayQuestions[Q]['params'],
  ): Promise<ReplayQuestions[Q]['answer']>;
  /** What was told of this before, at once. */
  known<Q extends ReplayQuestion>(
    question: Q,
    params: ReplayQuestions[Q]['params'],
  ): ReplayQuestions[Q]['answer'] | undefined;
  /** Grows when all that was told may be otherwise. */
  revision: { readonly value: number };
  forget(): void;
}

const REMEMBERED = 400;

export function answers(host: Host): Answers {
  const revision = signal(0);
  const known = new Map<string, unknown>();
  return {
    revision,
    known: (question, params) => known.get(keyOf(question, params)) as never,
    async ask(question, params) {
      const key = keyOf(question, params);
      if (known.has(key)) return known.get(key) as never;
      const before = revision.value;
      const answer = await host.ask(question, params);
      if (revision.value === before) {
        known.set(key, answer);
        const [oldest] = known.keys();
        if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
      }
      return answer;
    },
    forget() {
      known.clear();
      revision.value++;
    },
  };
}

function keyOf(question: ReplayQuestion, params: unknown): string {
  return `${question} ${JSON.stringify(params)}`;
}

export interface Answered<T> {
  /** What was told last; while something else is asked, what was told before. */
  value?: T;
  /** It is of what is asked now. */
  fresh: boolean;
  fault?: string;
}

/**
 * What the host tells of a question. While an answer is waited for the next question waits, and only the last one is asked
 * then: who drags a playhead past a thousand steps asks for few of them.
 *
 * @param params undefined asks nothing
 */
export function useAnswer<Q extends ReplayQuestion>(
  answers: Answers,
  question: Q,
  params: ReplayQuestions[Q]['params'] | undefined,
): Answered<ReplayQuestions[Q]['answer']> {
  type Answer = ReplayQuestions[Q]['answer'];
  const [told, tell] = useState<{ key: string; value?: Answer; fault?: string }>({ key: '' });
  const asking = useRef<{ busy: boolean; next?: () => void }>({ busy: false });
  const key = params && `${answers.revision.value} ${JSON.stringify(params)}`;
  useEffect(() => {
    if (key === undefined || params === undefined) return;
    const ask = async () => {
      asking.current.busy = true;
      try {
        const value = await answers.ask(question, params);
        tell({ key, value });
      } catch (error) {
        tell(before => ({ ...before, key, fault: error instanceof Error ? error.message : String(error) }));
      }
      asking.current.busy = false;
      const { next } = asking.current;
      delete asking.current.next;
      next?.();
    };
    if (asking.current.busy) asking.current.next = () => void ask();
    else void ask();
  }, [key, question]);
  if (params === undefined) return { fresh: true };
  const known = answers.known(question, params);
  if (known !== undefined) return { value: known, fresh: true };
  const { key: of, ...last } = told;
  return { ...last, fresh: of === key };
}
