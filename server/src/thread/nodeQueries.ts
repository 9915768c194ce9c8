import { randomUUID } from 'node:crypto';
import { relative, sep } from 'node:path';
import { callTool } from '../features/agentTools/callTool';
import { createCursors, type ToolContext } from '../features/agentTools/toolContext';
import type { ReplayedRun } from '../features/replay/replayedRun';
import type { RequestParams } from '../shared/requests';
import { type PreparedSending, prepareSending } from '../sources/send/prepareSending';
import { ALL_RULES } from '../sources/traceRules';
import { FILE_EXTENSIONS } from '../text/language';
import { memoizeByObject } from '../text/memoize';
import { toFilePath, toFileUri } from '../workspace/fileUri';
import { locateInside } from '../workspace/namedPath';
import { type indexQueries, openReplay } from './indexQueries';
import { type QueriedIndex, searchContext } from './queriedIndex';

/** The queries that only Node can answer: tools take paths of this machine, and what is sent is compressed. */
export const nodeQueries = {
  tool: (queried: QueriedIndex, { name, input }: RequestParams<'agentEnvelopes/tool'>) =>
    callTool(
      name,
      input,
      agentToolContext(queried, run => openReplay(queried, run)),
    ),
  /** A run prepared for sending to a collector; null if the run is gone. */
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
function agentToolContext(queried: QueriedIndex, replayOf: (run: string) => ReplayedRun | undefined): ToolContext {
  const { index, access, opened, contextOf } = queried;
  const uris = queried.folders().map(({ uri }) => uri);
  // Only what is on disk has a path.
  const folders = uris.filter(uri => uri.startsWith('file:')).map(toFilePath);
  return {
    folders: uris,
    index,
    // A query of runs is answered when all files are read.
    isReading: false,
    access,
    opened,
    workspace: queried.workspace(),
    contextOf,
    locate(path) {
      if (folders.length === 0) return { fault: 'is not read: no folder on this disk is open.' };
      const found = locateInside(path, { folders, endings: FILE_EXTENSIONS });
      return 'fault' in found ? found : { uri: toFileUri(found.path).replace(/\/$/, ''), is: found.is };
    },
    fileOf(uri) {
      const [first] = folders;
      if (first === undefined || !uri.startsWith('file:')) return uri;
      return relative(first, toFilePath(uri)).split(sep).join('/') || '.';
    },
    replayOf,
    search: searchContext(queried),
    rules: ALL_RULES,
    redactsAll: false,
    cursors: cursorsOf(queried),
    newWord: () => randomUUID().slice(0, 8),
    clock: () => performance.now(),
  };
}

const cursorsOf = memoizeByObject((_queried: QueriedIndex) => createCursors());
