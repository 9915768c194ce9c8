import { commands, type Disposable, type Extension } from 'vscode';
import type { ReportFailure } from '../messages/failureReporter';

/** Registers a command by its name without `agentEnvelopes.`. Reports each failure to the user, once. */
// biome-ignore lint/suspicious/noExplicitAny: a command's arguments are whatever its menus and key bindings pass
export type RegisterCommand = (name: string, run: (...args: any[]) => unknown) => Disposable;

export function commandRegistrar({ packageJSON }: Extension<unknown>, reportFailure: ReportFailure): RegisterCommand {
  const declared: { command: string; title: string }[] = packageJSON.contributes.commands;
  return (name, run) => {
    const id = `agentEnvelopes.${name}`;
    const title = declared.find(({ command }) => command === id)?.title.replace('…', '') ?? 'The command';
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
