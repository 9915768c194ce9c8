import type { Disposable } from 'vscode';
import type { TreeNode } from '../../../../server/src/shared/protocol';
import type { RegisterCommand } from '../../commands/commandRegistrar';
import type { Server } from '../../server/createServer';
import type { FollowCursor } from '../followCursor';
import type { RunsTree, RunTarget } from '../runsTree';
import type { Tree } from '../tree/createTree';
import type { TreeElement } from '../tree/treeElement';
import type { ViewState } from '../viewState';
import { type EditorMode, openFile, openSource, revealFile } from './openNode';
import { pickGroup, pickSort } from './pickGroupAndSort';
import { copyAsMermaid, copyId, exportRun } from './shareRun';
import { showFilterBox } from './showFilterBox';
import { showInRuns } from './showInRuns';

export interface RunCommandsContext {
  register: RegisterCommand;
  server: Server;
  state: ViewState;
  runs: RunsTree;
  stateTree: Tree;
  cursor: FollowCursor;
}

/** Registers the commands of the two trees. */
export function registerRunCommands({
  register,
  server,
  state,
  runs,
  stateTree,
  cursor,
}: RunCommandsContext): Disposable[] {
  // A menu and a click pass the node. A key binding passes only the tree, in its `args`, and applies to the selection
  // there.
  const registerFor = (name: string, run: (node: TreeNode) => unknown) =>
    register(name, (on: TreeElement | 'state' | undefined) => {
      const branch = typeof on === 'object' ? on : (on === 'state' ? stateTree : runs).view.selection[0];
      return branch && run(branch.node);
    });
  const source = (opening: EditorMode) => (node: TreeNode) => openSource(server, node, opening, cursor.expect);
  const file = (opening: EditorMode) => (node: TreeNode) => {
    if (node.uri) cursor.expect({ uri: node.uri });
    return openFile(node, opening);
  };
  const follow = (on: boolean) => {
    state.follow(on);
    cursor.look();
  };
  return [
    register('runs.refresh', () => runs.refresh()),
    register('runs.filter', () => showFilterBox(server, state)),
    register('runs.clearFilter', () => state.change({ filter: '' })),
    register('runs.groupBy', () => pickGroup(state)),
    register('runs.sortBy', () => pickSort(state)),
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
    register('runs.more', (more: TreeElement) => runs.showNextPage(more.parent)),
  ];
}

// A code lens passes a run and a step; a menu passes the editor's file, and applies to the cursor in it.
function namedBy(run: unknown, step: unknown): RunTarget | undefined {
  return typeof run === 'string' ? { run, ...(typeof step === 'number' && { step }) } : undefined;
}
