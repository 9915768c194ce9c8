import type { Connection, InitializeParams } from 'vscode-languageserver';
import type { searchWorkspace } from '../entries/candidates';
import { type ClientOptions, RUNS_CHANGED, type RunsChanged, SETTINGS } from '../shared/lspExtensions';
import { decodeUri } from '../text/decodeUri';
import { isObject } from '../text/jsonPointer';
import type { ActivationWatch } from './deferActivation';
import { ignoreRejection } from './ignoreRejection';
import { initialWorkspaceFolders } from './initialWorkspaceFolders';

/**
 * Watches the client's settings, folders and files until one of them requires the rest of the server to be loaded.
 *
 * @param search the function of the bundle `candidates.js`
 * @param onNeeded called once
 */
export function watchForActivation(
  connection: Connection,
  { capabilities, ...params }: InitializeParams,
  { search: startSearch, onNeeded }: { search: typeof searchWorkspace; onNeeded(): void },
): ActivationWatch {
  const client: ClientOptions = params.initializationOptions ?? {};
  let pushed: unknown = params.initializationOptions?.settings;
  let folders = initialWorkspaceFolders({ capabilities, ...params }).map(({ uri }) => uri);
  const search = startSearch({
    async settingsOf(scopeUri) {
      if (!capabilities.workspace?.configuration) return pushed;
      return connection.workspace.getConfiguration({ scopeUri, section: SETTINGS }).catch(() => pushed);
    },
    onNeeded,
    onNone() {
      const changed: RunsChanged = { runs: 0, reading: false, live: false };
      if (client.takesNotifications) ignoreRejection(connection.sendNotification(RUNS_CHANGED, changed));
    },
    warn: ({ uri, fault }) => connection.console.warn(`${decodeUri(uri)}: ${fault}`),
  });
  void search.searchFolders(folders);
  return {
    settingsChanged(changed) {
      if (isObject(changed) && SETTINGS in changed) pushed = changed[SETTINGS];
      void search.searchFolders(folders);
    },
    foldersChanged({ added, removed }) {
      const gone = removed.map(({ uri }) => uri);
      folders = [...folders.filter(uri => !gone.includes(uri)), ...added.map(({ uri }) => uri)];
      void search.searchFolders(folders);
    },
    filesChanged: changes => search.searchChanged(changes.filter(({ type }) => type !== DELETED).map(({ uri }) => uri)),
    stop: search.stop,
  };
}

/** The type of a deletion in the protocol. */
const DELETED = 3;
