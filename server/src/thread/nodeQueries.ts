import { callTool } from '../features/agentTools/callTool';
import { createCursors, type ToolContext } from '../features/agentTools/toolContext';
import type { RequestParams } from '../shared/requests';
import { type PreparedSending, prepareSending } from '../sources/send/prepareSending';
import { allRules } from '../sources/traceRules';
import { memoizeByObject } from '../text/memoize';
import { agentToolContext } from './agentToolContext';
import { type indexQueries, openReplay } from './indexQueries';
import { type QueriedIndex, searchContext } from './queriedIndex';

/** The queries that only Node can answer: tools take paths of this machine, and what is sent is compressed. */
export const nodeQueries = {
  tool: (queried: QueriedIndex, { name, input }: RequestParams<'agentEnvelopes/tool'>) =>
    callTool(name, input, toolContext(queried)),
  /** Prepares a run for sending to a collector; null if the run no longer exists. */
  sending(
    queried: QueriedIndex,
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

/** What tools answer from in an editor: the workspace's folders, its open files as they are in the editor, and all runs of the view. */
function toolContext(queried: QueriedIndex): ToolContext {
  return agentToolContext({
    folders: queried.folders().map(({ uri }) => uri),
    index: queried.index,
    // A query of runs is answered when all files are read.
    isReading: false,
    access: queried.access,
    opened: queried.opened,
    workspace: queried.workspace(),
    contextOf: queried.contextOf,
    replayOf: run => openReplay(queried, run),
    search: searchContext(queried),
    rules: allRules,
    redactsAll: false,
    cursors: cursorsOf(queried),
  });
}

const cursorsOf = memoizeByObject((_queried: QueriedIndex) => createCursors());
