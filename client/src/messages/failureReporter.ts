import { commands, type LogOutputChannel } from 'vscode';
import type { Server } from '../server/createServer';
import { failureText } from './failureText';
import { showError } from './notify';

/** Reports that an action of the user failed, why, and how to go on. `action` is its name: "Insert Envelope". */
export type ReportFailure = (action: string, error: unknown) => Promise<void>;

export const RESTART = 'Restart Server';
export const SHOW_LOG = 'Show Extension Log';

export function failureReporter(server: Pick<Server, 'state'>, log: LogOutputChannel): ReportFailure {
  return async (action, error) => {
    log.error(`${action} failed`, error instanceof Error ? error : String(error));
    if (server.state === 'stopped')
      return runFailureAction(
        await showError(`${action} needs the Agent Envelopes server, which has stopped.`, RESTART, SHOW_LOG),
      );
    return runFailureAction(await showError(failureText(action, error), SHOW_LOG));
  };
}

/** Runs the action of a message's button. */
export async function runFailureAction(chosen: string | undefined): Promise<void> {
  if (chosen === RESTART) await commands.executeCommand('agentEnvelopes.restartServer');
  if (chosen === SHOW_LOG) await commands.executeCommand('agentEnvelopes.showLog');
}
