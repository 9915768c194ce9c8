import { commands, type Disposable, type Extension, type LogOutputChannel, l10n } from 'vscode';
import type { Server } from '../createServer';
import { failureText } from './failureText';
import { showError, showInformation } from './notify';

/** Tells the user that an action failed, why, and how to go on. `action` is the action's name: "Insert Envelope". */
export type ReportFailure = (action: string, error: unknown) => Promise<void>;

export const RESTART = l10n.t('Restart Server');
export const SHOW_LOG = l10n.t('Show Extension Log');

/**
 * Returns the function that tells the user about failures. Each failure is also written to the extension's log. If the server has stopped,
 * the message offers to start it again.
 */
export function failureReporter(server: Pick<Server, 'state'>, log: LogOutputChannel): ReportFailure {
  return async (action, error) => {
    log.error(`${action} failed`, error instanceof Error ? error : String(error));
    if (server.state === 'stopped')
      return runFailureAction(
        await showError(l10n.t('{0} needs the Agent Envelopes server, which has stopped.', action), RESTART, SHOW_LOG),
      );
    return runFailureAction(await showError(failureText(action, error), SHOW_LOG));
  };
}

/** Runs the action of a message's button. */
export async function runFailureAction(chosen: string | undefined): Promise<void> {
  if (chosen === RESTART) await commands.executeCommand('agentEnvelopes.restartServer');
  if (chosen === SHOW_LOG) await commands.executeCommand('agentEnvelopes.showLog');
}

/** Registers a command by its name without `agentEnvelopes.`. Reports each failure to the user, once. */
// biome-ignore lint/suspicious/noExplicitAny: a command's arguments are whatever its menus and key bindings pass
export type RegisterCommand = (name: string, run: (...args: any[]) => unknown) => Disposable;

export function commandRegistrar({ packageJSON }: Extension<unknown>, reportFailure: ReportFailure): RegisterCommand {
  return (name, run) => {
    const id = `agentEnvelopes.${name}`;
    const title = commandTitle(packageJSON.contributes.commands, id);
    return commands.registerCommand(id, async (...args) => {
      try {
        return await run(...args);
      } catch (error) {
        // Not awaited: the caller must not wait until the message is closed.
        void reportFailure(title, error);
        return undefined;
      }
    });
  };
}

/**
 * Wraps a command in the menu of a tree's rows. For a row that is being redrawn, as often happens while agents write, VS Code passes
 * undefined. The wrapped command then does nothing and says so; the command itself would choose another run.
 */
export function forRow<Args extends unknown[]>(run: (...args: Args) => unknown): (...args: Args) => unknown {
  return (...args) => {
    // Without arguments the command was called from the palette, or by a key.
    const isRowLost = args.length > 0 && args[0] === undefined;
    return isRowLost ? void showInformation(LOST) : run(...args);
  };
}

const LOST = l10n.t('The list changed. Try again.');

/** Sets a context key for the `when` clauses of the manifest. */
export function setContext(name: string, value: boolean | readonly string[]): void {
  void commands.executeCommand('setContext', `agentEnvelopes.${name}`, value);
}

/** A command of the manifest. In a language other than English, VS Code keeps its original title beside the shown one. */
interface DeclaredCommand {
  command: string;
  title: string | { value: string; original: string };
}

/** Returns a command's title, as a message names it. */
export function commandTitle(declared: readonly DeclaredCommand[], id: string): string {
  const title = declared.find(({ command }) => command === id)?.title ?? l10n.t('The command');
  return (typeof title === 'string' ? title : title.value).replace('…', '');
}
