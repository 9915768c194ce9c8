import type { Memento, SecretStorage } from 'vscode';
import type { Server } from '../../server/createServer';

/** What sending needs of the extension. */
export interface SendingServices {
  server: Server;
  /** Remembers addresses. */
  state: Memento;
  /** Keeps headers. */
  secrets: SecretStorage;
}
