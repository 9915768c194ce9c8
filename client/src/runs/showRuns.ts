import type { Disposable, ExtensionContext, LogOutputChannel } from 'vscode';
import type { RegisterCommand } from '../commands/commandRegistrar';
import type { ShownStep } from '../replay/page/replayServices';
import type { Server } from '../server/createServer';
import { registerRunCommands } from './commands/registerRunCommands';
import { followCursor } from './followCursor';
import { followReplay } from './followReplay';
import { createRunsTree, type RunsTree } from './runsTree';
import { createStateTree } from './stateTree';
import { registerOutcomeDecorations } from './tree/outcomeDecorations';
import { createViewState } from './viewState';

/** The views of runs. */
interface RunViews {
  disposables: Disposable[];
  tree: Pick<RunsTree, 'show'>;
  /** Shows the run and the step of a replay in both views. */
  follow(shown: ShownStep): void;
}

/** Sets up the views "Workflow Runs" and "State" with their commands. */
export function showRuns(
  context: ExtensionContext,
  server: Server,
  log: LogOutputChannel,
  register: RegisterCommand,
): RunViews {
  const state = createViewState(context);
  const runs = createRunsTree(server, state, log);
  const stateTree = createStateTree(server, runs, context.workspaceState, log);
  const cursor = followCursor(runs, state, log);
  const commands = registerRunCommands({ register, server, state, runs, stateTree, cursor });
  const replay = followReplay(runs, stateTree, log);
  return {
    disposables: [registerOutcomeDecorations(), ...commands, replay, cursor, stateTree, runs],
    tree: runs,
    follow: replay.follow,
  };
}
