import type { ClientCapabilities, Connection } from 'vscode-languageserver/node';
import type { Analysis } from '../model/analysis';
import type { Workspace } from '../model/disk';
import type { settingsProvider } from '../session/settingsProvider';
import type { IndexThread } from '../thread/indexThread';

/** What answers to an editor are made with. */
export interface Session {
  connection: Connection;
  capabilities: ClientCapabilities;
  settings: ReturnType<typeof settingsProvider>;
  index: IndexThread;
  /** Answers for a file that is open; `none` for one that is not. */
  withAnalysis<T, N>(
    document: { uri: string },
    none: N,
    answer: (analysis: Analysis) => T | Promise<T>,
  ): Promise<T | N>;
  /** Asks again while the disk is being read. */
  whenDiskLoaded<T>(ask: (workspace: Workspace) => T): Promise<T>;
  /** Makes the error by which a request is refused. */
  refusal(message: string): Error;
}
