import { PROGRAM, UsageError } from '../readArguments';
import type { Command } from './commandTypes';

/**
 * Returns the command `agent-envelopes lsp`, which only explains its options. With an option such as `--stdio`, `server/src/entries/cli.ts`
 * starts the language server before any command is loaded, so that a waiting server stays small.
 */
export function lspCommand(): Command {
  return {
    name: 'lsp',
    about: 'Start the language server, for an editor',
    operands: '',
    options: {
      stdio: { about: 'speak over standard input and output' },
      'node-ipc': { about: 'speak over the channel of a parent Node' },
      socket: { value: 'PORT', about: 'speak over a port of this machine on which the editor listens' },
    },
    notes: `An editor starts it as "${PROGRAM} lsp --stdio"; it ends when the editor tells it to, or is gone.`,
    run() {
      throw new UsageError('"lsp" needs to know how the editor speaks to it; add --stdio.');
    },
  };
}
