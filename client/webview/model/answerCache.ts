import { signal } from '@preact/signals';
import type { ReplayQuestion, ReplayQuestions } from '../../../server/src/shared/protocol';
import type { Host } from '../host/host';

/** Asks the host, and caches the answers until the run changes. */
export interface AnswerCache {
  ask<Q extends ReplayQuestion>(
    question: Q,
    params: ReplayQuestions[Q]['params'],
  ): Promise<ReplayQuestions[Q]['answer']>;
  /** The cached answer, synchronously. */
  known<Q extends ReplayQuestion>(
    question: Q,
    params: ReplayQuestions[Q]['params'],
  ): ReplayQuestions[Q]['answer'] | undefined;
  /** Increases when all answers may be outdated. */
  revision: { readonly value: number };
  /**
   * Drops cached answers.
   *
   * @param questions only to these; by default all
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
