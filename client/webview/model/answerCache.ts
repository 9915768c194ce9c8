import { signal } from '@preact/signals';
import type { ReplayQuestion, ReplayQuestions } from '../../../server/src/shared/protocol';
import type { Host } from '../host/host';

/** Asks the host, and remembers what it was told until the run is otherwise. */
export interface AnswerCache {
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
  /** @param questions those alone; without them all */
  forget(questions?: readonly ReplayQuestion[]): void;
}

/** Answers to one question that are remembered: those of the timeline may be large. */
const REMEMBERED = 60;

export function answerCache(host: Host): AnswerCache {
  const revision = signal(0);
  const known = new Map<ReplayQuestion, Map<string, unknown>>();
  // Two parts of the page may ask the same at once.
  const asked = new Map<string, Promise<unknown>>();
  const remember = (question: ReplayQuestion, params: string, answer: unknown) => {
    const told = known.get(question) ?? new Map<string, unknown>();
    known.set(question, told.set(params, answer));
    const [oldest] = told.keys();
    if (told.size > REMEMBERED && oldest !== undefined) told.delete(oldest);
  };
  return {
    revision,
    known: (question, params) => known.get(question)?.get(JSON.stringify(params)) as never,
    async ask(question, params) {
      const text = JSON.stringify(params);
      const told = known.get(question);
      if (told?.has(text)) return told.get(text) as never;
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
