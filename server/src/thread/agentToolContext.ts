import { randomUUID } from 'node:crypto';
import { relative, sep } from 'node:path';
import { createCursors, type ToolContext } from '../features/agentTools/toolContext';
import type { ReplayedRun } from '../features/replay/replayedRun';
import { ALL_RULES } from '../sources/traceRules';
import { FILE_EXTENSIONS } from '../text/language';
import { memoizeByObject } from '../text/memoize';
import { toFilePath, toFileUri } from '../workspace/fileUri';
import { locateInside } from '../workspace/namedPath';
import { type QueriedIndex, searchContext } from './queriedIndex';

/**
 * Returns the data that tools for agents answer from in an editor: the workspace's folders, its open files with the editor's text, and all
 * runs of the view.
 */
export function agentToolContext(
  queried: QueriedIndex,
  replayOf: (run: string) => ReplayedRun | undefined,
): ToolContext {
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
