import type { Disposable } from 'vscode';
import type { TreeNode } from '../../../server/src/protocol';
import type { RegisterCommand } from '../registerCommand';
import type { Server } from '../server';
import { groupBy, sortBy } from './arrange';
import type { Branch } from './branch';
import { askForFilter } from './filterBox';
import type { FollowCursor } from './followCursor';
import { type Opening, openFile, openSource, revealFile } from './openNode';
import type { RunsTree, Target } from './runsTree';
import { copyAsMermaid, copyId, exportRun } from './shareRun';
import { showInRuns } from './showInRuns';
import type { Tree } from './tree';
import type { ViewState } from './viewState';

export interface RunsParts {
  register: RegisterCommand;
  server: Server;
  state: ViewState;
  runs: RunsTree;
  stateTree: Tree;
  cursor: FollowCursor;
}

/** The commands of the two trees. */
export function registerRunCommands({ register, server, state, runs, stateTree, cursor }: RunsParts): Disposable[] {
  // A menu and a click name the node. A key can name but the tree, in its `args`, and means what is selected there.
  const registerFor = (name: string, run: (node: TreeNode) => unknown) =>
    register(name, (on: Branch | 'state' | undefined) => {
      const branch = typeof on === 'object' ? on : (on === 'state' ? stateTree : runs).view.selection[0];
      return branch && run(branch.node);
    });
  const source = (opening: Opening) => (node: TreeNode) => openSource(server, node, opening, cursor.expect);
  const file = (opening: Opening) => (node: TreeNode) => {
    if (node.uri) cursor.expect({ uri: node.uri });
    return openFile(node, opening);
  };
  const follow = (on: boolean) => {
    state.follow(on);
    cursor.look();
  };
  return [
    register('runs.refresh', () => runs.refresh()),
    register('runs.filter', () => askForFilter(server, state)),
    register('runs.clearFilter', () => state.change({ filter: '' })),
    register('runs.groupBy', () => groupBy(state)),
    register('runs.sortBy', () => sortBy(state)),
    register('runs.followCursor', () => follow(true)),
    register('runs.stopFollowingCursor', () => follow(false)),
    register('showInRuns', (run: unknown, step: unknown) => showInRuns(runs, state, namedBy(run, step))),
    registerFor('runs.openSource', source('work')),
    registerFor('runs.previewSource', source('preview')),
    registerFor('runs.openFile', file('work')),
    registerFor('runs.previewFile', file('preview')),
    registerFor('runs.revealInExplorer', node => revealFile(server, node)),
    registerFor('runs.copyId', copyId),
    registerFor('runs.copyAsMermaid', node => copyAsMermaid(server, node)),
    registerFor('runs.export', node => exportRun(server, node)),
    register('runs.more', (more: Branch) => runs.more(more.parent)),
  ];
}

// A code lens names a run and a step; a menu names the editor's file, and means the cursor in it.
function namedBy(run: unknown, step: unknown): Target | undefined {
  return typeof run === 'string' ? { run, ...(typeof step === 'number' && { step }) } : undefined;
}
