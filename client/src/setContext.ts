import { commands } from 'vscode';

/** Sets a context key for the `when` clauses of the manifest. */
export function setContext(name: string, value: boolean | readonly string[]): void {
  void commands.executeCommand('setContext', `agentEnvelopes.${name}`, value);
}
