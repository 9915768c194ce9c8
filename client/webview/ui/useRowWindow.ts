import { useCallback, useState } from 'preact/hooks';
import type { ReplayQuestion, ReplayQuestions, Rows, Window } from '../../../server/src/shared/protocol';
import type { AnswerCache } from '../model/answerCache';
import { useAnswer } from '../model/useAnswer';

/** Questions that are answered by rows. */
export type RowsQuestion = {
  [Q in ReplayQuestion]: ReplayQuestions[Q]['answer'] extends Rows<unknown>
    ? ReplayQuestions[Q]['params'] extends Window
      ? Q
      : never
    : never;
}[ReplayQuestion];

type RowOf<Q extends RowsQuestion> = ReplayQuestions[Q]['answer'] extends Rows<infer Row> ? Row : never;

export interface RowWindow<Row, Answer> {
  /** How many there are in all; undefined until it is known. */
  total: number | undefined;
  /** Undefined while it is asked for. */
  row(index: number): Row | undefined;
  /** The answer that the first row in view is in. */
  current: Answer | undefined;
  /** The answer that has a row. */
  answerOf(index: number): Answer | undefined;
  /** What is in view belongs to the current parameters. */
  fresh: boolean;
  /** To be told to the list: which rows are in view. */
  onRange(first: number, last: number): void;
  fault?: string;
}

/** Rows of a long list, asked for page by page as they come into view; two pages always cover the view. */
export function useRowWindow<Q extends RowsQuestion>(
  answers: AnswerCache,
  question: Q,
  params: Omit<ReplayQuestions[Q]['params'], keyof Window> | undefined,
  pageSize = 100,
): RowWindow<RowOf<Q>, ReplayQuestions[Q]['answer']> {
  const [page, setPage] = useState(0);
  const asked = (from: number) => params && ({ ...params, from, count: pageSize } as ReplayQuestions[Q]['params']);
  const one = useAnswer(answers, question, asked(page * pageSize));
  const other = useAnswer(answers, question, asked((page + 1) * pageSize));
  const pages = [one.value, other.value];
  const rowIn = (page: ReplayQuestions[Q]['answer'] | undefined, index: number) => {
    const rows = page as Rows<RowOf<Q>> | undefined;
    return rows?.rows[index - rows.from];
  };
  const answerOf = (index: number) => pages.find(page => rowIn(page, index) !== undefined);
  const onRange = useCallback((first: number) => setPage(Math.floor(first / pageSize)), [pageSize]);
  const fault = one.fault ?? other.fault;
  return {
    total: one.value?.total,
    row: index => rowIn(answerOf(index), index),
    current: one.value,
    answerOf,
    fresh: one.fresh,
    onRange,
    ...(fault !== undefined && { fault }),
  };
}
