import type { Disposable, ExtensionContext, LogOutputChannel } from 'vscode';
import type { RegisterCommand } from '../registerCommand';
import type { Server } from '../server';
import { followCursor } from './followCursor';
import { showOutcomes } from './outcomeDecorations';
import { registerRunCommands } from './runCommands';
import { createRunsTree } from './runsTree';
import { createStateTree } from './stateTree';
import { createViewState } from './viewState';

/** The views "Workflow Runs" and "State", with all that can be done in them. */
export function showRuns(
  context: ExtensionContext,
  server: Server,
  log: LogOutputChannel,
  register: RegisterCommand,
): Disposable[] {
  const state = createViewState(context);
  const runs = createRunsTree(server, state, log);
  const stateTree = createStateTree(server, runs, context.workspaceState, log);
  const cursor = followCursor(runs, state, log);
  const commands = registerRunCommands({ register, server, state, runs, stateTree, cursor });
  return [showOutcomes(), ...commands, cursor, stateTree, runs];
}
