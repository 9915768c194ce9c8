import { useCallback, useState } from 'preact/hooks';
import type { EnvelopeAt, EnvelopeText } from '../../../../server/src/shared/protocol';
import { type AnswerCache, useAnswer } from '../../model/answerCache';

/** The lines of an envelope, asked for as they come into view. */
export interface EnvelopeLinesWindow {
  total: number | undefined;
  fault?: string;
  fresh: boolean;
  /** Undefined while it is asked for. */
  line(index: number): { text: string; problems: EnvelopeText['problems'] } | undefined;
  onRange(first: number, last: number): void;
}

/** Lines at once; two pages cover what is in view. */
const PAGE = 200;

export function useEnvelopeLines(answers: AnswerCache, at: EnvelopeAt): EnvelopeLinesWindow {
  const [page, setPage] = useState(0);
  const one = useAnswer(answers, 'envelope', { ...at, from: page * PAGE, count: PAGE });
  const other = useAnswer(answers, 'envelope', { ...at, from: (page + 1) * PAGE, count: PAGE });
  const fault = one.fault ?? one.value?.fault ?? other.fault;
  return {
    total: one.value?.total,
    fresh: one.fresh,
    ...(fault !== undefined && { fault }),
    line(index) {
      for (const { value } of [one, other]) {
        const text = value?.rows[index - value.from];
        if (value && text !== undefined) return { text, problems: value.problems.filter(({ line }) => line === index) };
      }
      return undefined;
    },
    onRange: useCallback((first: number) => setPage(Math.floor(first / PAGE)), []),
  };
}
