import type { EnvelopeAt } from '../../../../server/src/shared/protocol';
import type { AnswerCache } from '../../model/answerCache';

/** The number of lines searched per request, and in all. */
const AT_ONCE = 1_000;
const MOST = 20_000;

/** The first line of an envelope with a problem; undefined where it is too far from the beginning. */
export async function findLine(answers: AnswerCache, at: EnvelopeAt, message: string): Promise<number | undefined> {
  for (let from = 0, total = 1; from < Math.min(total, MOST); ) {
    const answer = await answers.ask('envelope', { ...at, from, count: AT_ONCE });
    const found = answer.problems.find(problem => problem.message === message);
    if (found) return found.line;
    if (answer.rows.length === 0) return undefined;
    total = answer.total;
    from += answer.rows.length;
  }
  return undefined;
}
