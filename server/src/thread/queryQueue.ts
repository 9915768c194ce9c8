import { runQuery } from './indexQueries';
import type { FromWorker, ToWorker } from './messages';
import type { QueryContext } from './queryContext';

type QueryMessage = Extract<ToWorker, { type: 'query' }>;

interface QueryQueueOptions {
  context: QueryContext;
  /** Whether all files are read. */
  isComplete(): boolean;
  send(message: FromWorker): void;
  /** Called after each answer. */
  onAnswered(): void;
}

/**
 * Answers queries: at once, or, where a query says so, when all files are read, since what is renamed must be renamed everywhere.
 *
 * Invariant: every query is answered exactly once, with a result or a failure.
 */
export function queryQueue({ context, isComplete, send, onAnswered }: QueryQueueOptions) {
  let deferred: QueryMessage[] = [];

  function answer({ id, query, params }: QueryMessage): void {
    try {
      send({ type: 'result', id, value: runQuery(query, context, params) });
    } catch (error) {
      send({ type: 'failed', id, message: error instanceof Error ? error.message : String(error) });
    }
    onAnswered();
  }

  return {
    receive(message: QueryMessage): void {
      if (message.whenComplete && !isComplete()) deferred.push(message);
      else answer(message);
    },
    /** Answers what was deferred, if all files are read now. */
    answerDeferred(): void {
      if (deferred.length === 0 || !isComplete()) return;
      const due = deferred;
      deferred = [];
      for (const message of due) answer(message);
    },
  };
}
