import { isRecord } from '../session/readSettings';
import { CREDENTIAL_CHANGED, SETTINGS, TRUSTED } from '../shared/protocol';
import { type FolderSettings, indexSettings } from '../thread/messages';
import type { Session } from './session';

/** Starts the index with the folders and their settings, and updates both: settings, folders and trust may change. */
export function syncSettings(session: Session): void {
  const { connection, capabilities, client, settings, workspace, index } = session;
  const reportsFileChanges = capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
  const shows = { closedFiles: session.pullsDiagnostics || reportsFileChanges };

  function folderSettings(): Promise<FolderSettings[]> {
    return Promise.all(
      workspace.current().folders.map(async uri => ({
        uri,
        name: workspace.nameOf(uri),
        settings: indexSettings(await settings.settingsFor(uri), shows),
      })),
    );
  }

  function contextChanged(pushed?: unknown): void {
    settings.changed(pushed);
    void session.stores.configure(storesIn(pushed)).catch(session.logError);
    session.reanalyse();
    void folderSettings().then(folders => index.foldersChanged(folders));
    session.refreshText();
  }

  void folderSettings().then(folders => index.start(folders, client.storage));
  void session.stores.configure().catch(session.logError);
  connection.onNotification(CREDENTIAL_CHANGED, session.stores.reopen);
  connection.onDidChangeConfiguration(({ settings: pushed }) => contextChanged(pushed));
  connection.onNotification(TRUSTED, () => {
    session.trust.isGiven = true;
    contextChanged();
  });
  if (capabilities.workspace?.workspaceFolders) {
    connection.workspace.onDidChangeWorkspaceFolders(event => {
      workspace.changeFolders(event);
      contextChanged();
    });
  }
}

/** The stores in settings that a client pushes, if it does. */
function storesIn(pushed: unknown): unknown {
  const settings = isRecord(pushed) ? pushed[SETTINGS] : undefined;
  return isRecord(settings) ? settings['sources'] : undefined;
}
