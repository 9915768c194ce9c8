import type { IndexerState } from '../runs/indexer/indexer';
import { runQuery } from './indexQueries';
import type { FromWorker, ToWorker } from './messages';
import type { QueryContext } from './queryContext';

type QueryMessage = Extract<ToWorker, { type: 'query' }>;

interface QueryQueueOptions {
  context: QueryContext;
  /** What is read now. */
  state(): Pick<IndexerState, 'isComplete' | 'isCaughtUp'>;
  send(message: FromWorker): void;
  /** Called after each answer. */
  onAnswered(): void;
}

/**
 * Answers queries: at once, or, where a query says so, when enough is read, since what is renamed must be renamed everywhere.
 *
 * Invariant: every query is answered exactly once, with a result or a failure.
 */
export function queryQueue({ context, state, send, onAnswered }: QueryQueueOptions) {
  let deferred: QueryMessage[] = [];

  function answer({ id, query, params }: QueryMessage): void {
    try {
      send({ type: 'result', id, value: runQuery(query, context, params) });
    } catch (error) {
      send({ type: 'failed', id, message: error instanceof Error ? error.message : String(error) });
    }
    onAnswered();
  }

  function isDue({ when }: QueryMessage): boolean {
    if (when === 'now') return true;
    const { isComplete, isCaughtUp } = state();
    return when === 'caughtUp' ? isCaughtUp : isComplete;
  }

  return {
    receive(message: QueryMessage): void {
      if (isDue(message)) answer(message);
      else deferred.push(message);
    },
    /** Answers what was deferred and is due now. */
    answerDeferred(): void {
      if (deferred.length === 0) return;
      const due = deferred.filter(isDue);
      if (due.length === 0) return;
      deferred = deferred.filter(message => !due.includes(message));
      for (const message of due) answer(message);
    },
  };
}
