import type { Disposable } from 'vscode';
import type { TreeNode } from '../../../../server/src/shared/protocol';
import type { RegisterCommand } from '../../commands/commandRegistrar';
import type { Server } from '../../server/createServer';
import type { FollowCursor } from '../followCursor';
import type { RunsTree, RunTarget } from '../runsTree';
import type { Tree } from '../tree/createTree';
import { forRow } from '../tree/forRow';
import type { TreeElement } from '../tree/treeElement';
import type { ViewState } from '../viewState';
import { type EditorMode, openFile, openSource, revealFile } from './openNode';
import { pickGroup, pickSort } from './pickGroupAndSort';
import { searchSaid } from './searchSaid';
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

/** Registers the commands of the trees of runs and of state. */
export function registerRunCommands({
  register,
  server,
  state,
  runs,
  stateTree,
  cursor,
}: RunCommandsContext): Disposable[] {
  // A menu or a click passes the node. A key binding passes only the tree, in its `args`; the command then applies to the
  // tree's selection.
  const registerFor = (name: string, run: (node: TreeNode) => unknown) =>
    register(
      name,
      forRow((argument?: TreeElement | 'runs' | 'state') => {
        const tree = argument === 'state' ? stateTree : runs;
        const element = typeof argument === 'object' ? argument : tree.view.selection[0];
        return element && run(element.node);
      }),
    );
  const source = (mode: EditorMode) => (node: TreeNode) => openSource(server, node, mode, cursor.expect);
  const file = (mode: EditorMode) => (node: TreeNode) => {
    if (node.uri) cursor.expect({ uri: node.uri });
    return openFile(node, mode);
  };
  const follow = (following: boolean) => {
    state.follow(following);
    cursor.update();
  };
  return [
    register('runs.refresh', () => runs.refresh()),
    register('runs.filter', () => showFilterBox(server, state)),
    register('runs.search', () => searchSaid(server)),
    register('runs.clearFilter', () => state.change({ filter: '' })),
    register('runs.groupBy', () => pickGroup(state)),
    register('runs.sortBy', () => pickSort(state)),
    register('runs.followCursor', () => follow(true)),
    register('runs.stopFollowingCursor', () => follow(false)),
    register('showInRuns', (run: unknown, step: unknown) => showInRuns(runs, state, lensTarget(run, step))),
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

// A code lens passes a run and a step. A menu passes the editor's file; the command then applies to the cursor.
function lensTarget(run: unknown, step: unknown): RunTarget | undefined {
  return typeof run === 'string' ? { run, ...(typeof step === 'number' && { step }) } : undefined;
}
