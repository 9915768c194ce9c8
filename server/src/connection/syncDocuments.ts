import { folderOf } from '../runs/index/recordStore';
import { isObject } from '../shared/isObject';
import { CREDENTIAL_CHANGED, SETTINGS, TRUSTED } from '../shared/lspExtensions';
import { languageOf } from '../text/fileLanguage';
import { type FolderSettings, indexSettings } from '../thread/indexMessages';
import type { ServerState } from './serverState';

/** The pause in typing, in milliseconds, after which an edited protocol declaration or settings file takes effect. */
const TYPING_PAUSE = 300;

/**
 * Tells the server and the index thread which documents are open in the editor, and how they change. A change of a protocol's declaration or of
 * settings affects other open documents after a pause in typing, and the index when the file is saved.
 */
export function syncDocuments({
  connection,
  documents,
  index,
  settings,
  reanalyse,
  forgetDocument,
}: ServerState): void {
  let pause: NodeJS.Timeout | undefined;
  const reanalyseDependents = (uri: string) => {
    if (!settings.isDependency(uri)) return;
    clearTimeout(pause);
    pause = setTimeout(reanalyse, TYPING_PAUSE);
  };
  connection.onDidOpenTextDocument(({ textDocument }) => {
    const { uri, lang } = documents.open(textDocument);
    index.opened(uri, lang, textDocument.text, textDocument.version);
    reanalyseDependents(uri);
  });
  connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
    documents.change(uri, contentChanges, version);
    index.edited(uri, contentChanges, version);
    reanalyseDependents(uri);
  });
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
    documents.close(uri);
    index.closed(uri);
    reanalyseDependents(uri);
    forgetDocument(uri);
  });
}

/** Starts the index with the folders and their settings, and updates both when settings, folders or trust change. */
export function syncSettings(server: ServerState): void {
  const { connection, capabilities, client, settings, workspace, index } = server;
  const reportsFileChanges = capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
  const shows = { closedFiles: server.pullsDiagnostics || reportsFileChanges };

  function folderSettings(): Promise<FolderSettings[]> {
    return Promise.all(
      workspace.current().folders.map(async uri => ({
        uri,
        name: workspace.nameOf(uri),
        settings: indexSettings(await settings.settingsFor(uri), shows),
      })),
    );
  }

  let changes = 0;

  function contextChanged(pushed?: unknown): void {
    settings.changed(pushed);
    void server.stores.configure(storesIn(pushed)).catch(server.logError);
    server.reanalyse();
    const change = ++changes;
    // An answer about settings that have changed again must not undo what is newer.
    void folderSettings().then(folders => change === changes && index.foldersChanged(folders));
    server.refreshText();
  }

  void folderSettings().then(folders => index.start(folders, client.storage));
  void server.stores.configure().catch(server.logError);
  connection.onNotification(CREDENTIAL_CHANGED, server.stores.reopen);
  connection.onDidChangeConfiguration(({ settings: pushed }) => contextChanged(pushed));
  connection.onNotification(TRUSTED, () => {
    server.trust.isGiven = true;
    contextChanged();
  });
  if (capabilities.workspace?.workspaceFolders) {
    connection.workspace.onDidChangeWorkspaceFolders(event => {
      workspace.changeFolders(event);
      contextChanged();
    });
  }
}

/** Returns the stores in settings that a client pushes; undefined if the client does not push settings. */
function storesIn(pushed: unknown): unknown {
  const settings = isObject(pushed) ? pushed[SETTINGS] : undefined;
  return isObject(settings) ? settings['sources'] : undefined;
}

/** The type of a content change in the protocol. */
const CHANGED = 2;
/** Milliseconds: a log may grow many times a second. */
const LOG_PAUSE = 500;

/**
 * Handles file changes on disk. If only logs have grown, analyses of open documents stay valid, except for their
 * runs.
 */
export function syncWatchedFiles(server: ServerState): void {
  const { connection, documents, index, settings, workspace, withAnalysis } = server;

  const logGrew = batchLogGrowth(folders => {
    const siblings = documents.uris().filter(uri => folders.has(folderOf(uri)));
    if (server.pullsDiagnostics) {
      if (siblings.length > 0) server.refreshDiagnostics();
    } else for (const uri of siblings) withAnalysis({ uri }, undefined, server.pushDiagnostics).catch(server.logError);
  });

  connection.onDidChangeWatchedFiles(({ changes }) => {
    index.filesChanged(changes.map(({ uri, type }) => ({ uri, inside: type === CHANGED })));
    const known = changes.filter(({ uri, type }) => workspace.fileChanged(uri, type === CHANGED));
    const logs = known.filter(
      ({ uri, type }) => type === CHANGED && languageOf(uri) === 'jsonl' && !settings.isDependency(uri),
    );
    for (const { uri } of logs) logGrew(uri);
    if (logs.length < known.length) server.reanalyse();
  });
}

/**
 * Collects the folders whose logs grow. Further growth does not extend the delay, or a log that is written all the time would never be
 * reported.
 *
 * @param onGrown called with the URIs of the folders, after a delay
 * @returns a function that takes the URI of a log that has grown
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
    folders.add(folderOf(uri));
  };
}
