import type { Connection, InitializeParams } from 'vscode-languageserver/node';
import { candidateSearch } from './connection/activation/candidateSearch';
import type { ActivationWatch } from './connection/activation/deferActivation';
import { ignoreRejection } from './connection/ignoreRejection';
import { initialFolders } from './connection/initialFolders';
import { DEFAULT_SETTINGS, isRecord, readSettings } from './session/readSettings';
import { type ClientOptions, RUNS_CHANGED, type RunsChanged, SETTINGS, type Settings } from './shared/protocol';
import { decodeUri } from './text/uri/decodeUri';

/**
 * Watches the settings and the files of a workspace for what the rest of the server is needed for.
 *
 * @param onNeeded called once
 */
export function watchForEnvelopes(
  connection: Connection,
  params: InitializeParams,
  onNeeded: () => void,
): ActivationWatch {
  const client: ClientOptions = params.initializationOptions ?? {};
  let pushed: unknown = params.initializationOptions?.settings;
  let folders = initialFolders(params).map(({ uri }) => uri);
  let settings = new Map<string, Settings>();
  let restarts = 0;
  const search = candidateSearch({
    optionsOf: folder => settings.get(folder) ?? DEFAULT_SETTINGS,
    onCandidate: onNeeded,
    onNone() {
      const changed: RunsChanged = { runs: 0, reading: false, live: false };
      if (client.takesNotifications) ignoreRejection(connection.sendNotification(RUNS_CHANGED, changed));
    },
    warn: ({ uri, fault }) => connection.console.warn(`${decodeUri(uri)}: ${fault}`),
  });

  async function settingsOf(uri: string): Promise<Settings> {
    if (!params.capabilities.workspace?.configuration) return readSettings(pushed);
    const asked = connection.workspace.getConfiguration({ scopeUri: uri, section: SETTINGS });
    return readSettings(await asked.catch(() => pushed));
  }

  async function restart(): Promise<void> {
    const restartNumber = ++restarts;
    search.stop();
    const wanted = folders;
    const read = await Promise.all(wanted.map(async uri => [uri, await settingsOf(uri)] as const));
    if (restartNumber !== restarts) return;
    settings = new Map(read);
    if (read.some(([, one]) => declaresEnvelopes(one))) onNeeded();
    else search.searchFolders(wanted);
  }

  void restart();
  return {
    settingsChanged(changed) {
      if (isRecord(changed) && SETTINGS in changed) pushed = changed[SETTINGS];
      void restart();
    },
    foldersChanged({ added, removed }) {
      const gone = removed.map(({ uri }) => uri);
      folders = [...folders.filter(uri => !gone.includes(uri)), ...added.map(({ uri }) => uri)];
      void restart();
    },
    filesChanged(changes) {
      search.searchChanged(changes.filter(({ type }) => type !== DELETED).map(({ uri }) => uri));
    },
    stop() {
      restarts++;
      search.stop();
    },
  };
}

/** The type of a deletion in the protocol. */
const DELETED = 3;

/** Whether files may be envelopes for another reason than their text. */
function declaresEnvelopes({ associations, protocols, toolCatalogues }: Settings): boolean {
  return Object.keys(associations).length > 0 || protocols.length > 0 || toolCatalogues.length > 0;
}
