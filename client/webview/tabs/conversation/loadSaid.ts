import type { RichText } from '../../../../server/src/shared/protocol';
import type { AnswerCache } from '../../model/answerCache';

/** A text that a step said. */
export interface SaidAt {
  step: number;
  message: number;
  part: number;
}

/** Loads the characters of a text, up to a number; with its Markdown where one answer has all of them. */
export async function loadSaid(
  answers: AnswerCache,
  at: SaidAt,
  most: number,
): Promise<{ text: string; rich?: RichText }> {
  let text = '';
  for (;;) {
    const answer = await answers.ask('said', { ...at, from: text.length, count: most - text.length });
    if (text === '' && answer.text.length === Math.min(most, answer.total)) return answer;
    text += answer.text;
    if (answer.text === '' || text.length >= Math.min(most, answer.total)) return { text };
  }
}
