import { languageOf } from '../text/language';
import type { Session } from './session';

/** The type of a content change in the protocol. */
const CHANGED = 2;
/** Milliseconds: a log may grow many times a second. */
const LOG_PAUSE = 500;

/**
 * Handles file changes on disk. Where only logs have grown, analyses of open documents stay valid, except for their
 * runs.
 */
export function syncWatchedFiles(session: Session): void {
  const { connection, documents, index, settings, workspace, withAnalysis } = session;

  const logGrew = batchLogGrowth(folders => {
    const siblings = documents.uris().filter(uri => folders.has(parentFolder(uri)));
    if (session.pullsDiagnostics) {
      if (siblings.length > 0) session.refreshDiagnostics();
    } else
      for (const uri of siblings) withAnalysis({ uri }, undefined, session.pushDiagnostics).catch(session.logError);
  });

  connection.onDidChangeWatchedFiles(({ changes }) => {
    index.filesChanged(changes.map(({ uri, type }) => ({ uri, inside: type === CHANGED })));
    const known = changes.filter(({ uri, type }) => workspace.fileChanged(uri, type === CHANGED));
    const logs = known.filter(
      ({ uri, type }) => type === CHANGED && languageOf(uri) === 'jsonl' && !settings.isDependency(uri),
    );
    for (const { uri } of logs) logGrew(uri);
    if (logs.length < known.length) session.reanalyse();
  });
}

/**
 * Collects the folders with growing logs. Further growth does not extend the delay, or a log that never rests would
 * never be reported.
 *
 * @param onGrown called with the URIs of the folders, after a delay
 * @returns takes the URI of a log that has grown
 */
function batchLogGrowth(onGrown: (folders: ReadonlySet<string>) => void): (uri: string) => void {
  let folders = new Set<string>();
  return uri => {
    if (folders.size === 0) {
      setTimeout(() => {
        const grown = folders;
        folders = new Set();
        onGrown(grown);
      }, LOG_PAUSE);
    }
    folders.add(parentFolder(uri));
  };
}

function parentFolder(uri: string): string {
  return uri.slice(0, uri.lastIndexOf('/'));
}
