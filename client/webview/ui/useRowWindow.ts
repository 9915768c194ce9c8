import { useCallback, useState } from 'preact/hooks';
import type { ReplayQuestion, ReplayQuestions, Rows, Window } from '../../../server/src/shared/protocol';
import type { AnswerCache } from '../model/answerCache';
import { useAnswer } from '../model/useAnswer';

/** Questions whose answers are rows. */
export type RowsQuestion = {
  [Q in ReplayQuestion]: ReplayQuestions[Q]['answer'] extends Rows<unknown>
    ? ReplayQuestions[Q]['params'] extends Window
      ? Q
      : never
    : never;
}[ReplayQuestion];

type RowOf<Q extends RowsQuestion> = ReplayQuestions[Q]['answer'] extends Rows<infer Row> ? Row : never;

export interface RowWindow<Row, Answer> {
  /** The number of all rows; undefined until known. */
  total: number | undefined;
  /** Undefined while loading. */
  row(index: number): Row | undefined;
  /** The answer that contains the first visible row. */
  current: Answer | undefined;
  /** The answer that contains a row. */
  answerOf(index: number): Answer | undefined;
  /** The visible rows belong to the current parameters. */
  fresh: boolean;
  /** Passed to the list: called with the visible rows. */
  onRange(first: number, last: number): void;
  fault?: string;
}

/** The rows of a long list, loaded page by page as they become visible; two pages always cover the view. */
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
