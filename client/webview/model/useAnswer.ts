import type { ReplayQuestion, ReplayQuestions } from '../../../server/src/shared/protocol';
import type { AnswerCache } from './answerCache';
import { type LoadState, useLoad } from './useLoad';

/**
 * The answer to a question; immediately if cached.
 *
 * @param params undefined asks nothing
 */
export function useAnswer<Q extends ReplayQuestion>(
  answers: AnswerCache,
  question: Q,
  params: ReplayQuestions[Q]['params'] | undefined,
): LoadState<ReplayQuestions[Q]['answer']> {
  const key = params && `${answers.revision.value} ${question} ${JSON.stringify(params)}`;
  const state = useLoad(key, () => answers.ask(question, params ?? {}));
  if (params === undefined) return { fresh: true };
  const cached = answers.known(question, params);
  return cached === undefined ? state : { value: cached, fresh: true };
}
