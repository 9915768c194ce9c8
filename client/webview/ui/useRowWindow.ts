import { useCallback, useState } from 'preact/hooks';
import type { ReplayQuestion, ReplayQuestions, Rows, Window } from '../../../server/src/shared/protocol';
import { type AnswerCache, useAnswer } from '../model/answerCache';

/** Questions that are answered by rows. */
export type RowsQuestion = {
  [Q in ReplayQuestion]: ReplayQuestions[Q]['answer'] extends Rows<unknown>
    ? ReplayQuestions[Q]['params'] extends Window
      ? Q
      : never
    : never;
}[ReplayQuestion];

type RowOf<Q extends RowsQuestion> = ReplayQuestions[Q]['answer'] extends Rows<infer Row> ? Row : never;

export interface RowWindow<Row> {
  /** How many there are in all; undefined until it is known. */
  total: number | undefined;
  /** Undefined while it is asked for. */
  row(index: number): Row | undefined;
  /** To be told to the list: which rows are in view. */
  onRange(first: number, last: number): void;
  fault?: string;
}

/** Rows at once; two pages cover what is in view. */
const PAGE = 100;

/** Rows of a long list, asked for as they come into view. */
export function useRowWindow<Q extends RowsQuestion>(
  answers: AnswerCache,
  question: Q,
  params: Omit<ReplayQuestions[Q]['params'], keyof Window> | undefined,
): RowWindow<RowOf<Q>> {
  const [page, setPage] = useState(0);
  const asked = (from: number) => params && ({ ...params, from, count: PAGE } as ReplayQuestions[Q]['params']);
  const one = useAnswer(answers, question, asked(page * PAGE));
  const other = useAnswer(answers, question, asked((page + 1) * PAGE));
  const told = [one.value, other.value] as (Rows<RowOf<Q>> | undefined)[];
  const onRange = useCallback((first: number) => setPage(Math.floor(first / PAGE)), []);
  const fault = one.fault ?? other.fault;
  return {
    total: one.value?.total,
    row: index => {
      for (const rows of told) {
        const row = rows?.rows[index - rows.from];
        if (row !== undefined) return row;
      }
      return undefined;
    },
    onRange,
    ...(fault !== undefined && { fault }),
  };
}
