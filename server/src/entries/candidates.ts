import { type CandidateSearch, candidateSearch } from '../connection/candidateSearch';
import type { UnreadableFile } from '../model/disk';
import { DEFAULT_SETTINGS, readSettings } from '../project/readSettings';
import type { Settings } from '../shared/lspExtensions';

// Lets the extension decide, without the server, whether a text may hold an envelope and is worth starting the server.
export { mayHoldEnvelope } from '../analysis/scanForEnvelopes';

interface WorkspaceSearchOptions {
  /** The settings of a folder as the client gives them. */
  settingsOf(folder: string): Promise<unknown>;
  /** Called once, if the rest of the server is needed. */
  onNeeded(): void;
  /** Called if the folders do not need the rest of the server. */
  onNone(): void;
  warn(fault: UnreadableFile): void;
}

interface WorkspaceSearch extends Pick<CandidateSearch, 'searchChanged' | 'stop'> {
  /** Searches folders, by their URIs, under their current settings; ends an earlier search. */
  searchFolders(folders: readonly string[]): Promise<void>;
}

/** Searches the settings and files of a workspace for a reason to load the rest of the server. */
export function searchWorkspace({ settingsOf, onNeeded, ...options }: WorkspaceSearchOptions): WorkspaceSearch {
  let settings = new Map<string, Settings>();
  let searches = 0;
  const { searchFolders, searchChanged, stop } = candidateSearch({
    ...options,
    optionsOf: folder => settings.get(folder) ?? DEFAULT_SETTINGS,
    onCandidate: onNeeded,
  });
  return {
    async searchFolders(folders) {
      const search = ++searches;
      stop();
      const read = await Promise.all(folders.map(async uri => [uri, readSettings(await settingsOf(uri))] as const));
      if (search !== searches) return;
      settings = new Map(read);
      if (read.some(([, one]) => declaresEnvelopes(one))) onNeeded();
      else searchFolders(folders);
    },
    searchChanged,
    stop() {
      searches++;
      stop();
    },
  };
}

/** Returns whether the settings can make a file an envelope whatever its text. */
function declaresEnvelopes({ associations, protocols, toolCatalogues }: Settings): boolean {
  return Object.keys(associations).length > 0 || protocols.length > 0 || toolCatalogues.length > 0;
}
