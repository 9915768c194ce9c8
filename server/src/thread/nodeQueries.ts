import type { RequestParams } from '../shared/requests';
import { type PreparedSending, prepareSending } from '../sources/send/prepareSending';
import { type indexQueries, openReplay } from './indexQueries';
import type { IndexQueryData } from './indexQueryData';

/** The queries to the index thread that work only in Node, since their results are compressed by Node's library. */
export const nodeQueries = {
  /** Prepares a run for sending to a collector; null if the run no longer exists. */
  sending(
    queried: IndexQueryData,
    { run: key, redaction }: RequestParams<'agentEnvelopes/sending/prepare'>,
  ): PreparedSending | null {
    const replay = openReplay(queried, key);
    return replay ? prepareSending(replay, redaction) : null;
  },
};

/** All queries; a platform may refuse one. */
type AllQueries = typeof indexQueries & typeof nodeQueries;
export type IndexQuery = keyof AllQueries;
export type QueryParams<Q extends IndexQuery> = Parameters<AllQueries[Q]>[1];
export type QueryResult<Q extends IndexQuery> = ReturnType<AllQueries[Q]>;
