import type { BaseLanguageClient, LanguageClientOptions } from 'vscode-languageclient';
import type { mayHoldEnvelope } from '../../server/src/entries/candidates';

/**
 * What the extension needs from its platform, which is Node or a browser: functions that start the language server, choose the folder of its
 * cache, and save exports.
 */
export interface ClientPlatform {
  /**
   * Creates a client of a new server, which is not started yet.
   *
   * @param onEnd called if the server ends in a way that the client does not notice
   */
  createClient(options: LanguageClientOptions, onEnd: () => void): HostedClient;
  /** The folder for the server's cache of this workspace, if there is one: an absolute path. */
  storage?: string;
  /** Exports are downloaded by the page that shows the run: a browser has no disk that a dialog could name. */
  downloads?: true;
  /** Loads the server's test of texts when it is first called. */
  mayHoldEnvelope: typeof mayHoldEnvelope;
}

export interface HostedClient {
  client: BaseLanguageClient;
  /** Ends the server after its client was disposed. */
  end?(): void;
}
