import type { LogOutputChannel, Memento } from 'vscode';
import type { TreeNodes } from '../../../server/src/shared/lspExtensions';
import type { Server } from '../createServer';
import { setContext } from '../messages/failureReporter';
import { createTreeView, type Tree } from './createTreeView';
import { createPagedTreeNodes, enclosingRun, type TreeElement } from './pagedTreeNodes';
import type { RunsTree } from './runsTree';

/** The view "State" of VS Code, which shows the state of a workflow run as a tree. */
export interface StateTree extends Tree {
  /** Shows the state of a run until another run is chosen. */
  chooseRun(run: ChosenRun): void;
}

/** Creates the tree with the state of the selected run, which it keeps until another run is selected. */
export function createStateTree(server: Server, runs: RunsTree, memory: Memento, log: LogOutputChannel): StateTree {
  let chosen = memory.get<ChosenRun>(CHOSEN);
  const pages = createPagedTreeNodes(async parent => {
    if (!chosen) return EMPTY;
    const params = {
      run: chosen.run,
      ...(parent && { parent: parent.id }),
    };
    const answer = await server.request('agentEnvelopes/state/nodes', params);
    // Not paged: the answer is complete.
    return answer ? { ...answer, total: answer.nodes.length } : EMPTY;
  });
  const onError = (error: unknown) => log.warn(`The state could not be shown: ${error}`);
  const tree = createTreeView('agentEnvelopes.state', pages, onError);

  const updateTitle = () => {
    tree.view.description = chosen?.label ?? '';
    setContext('state.chosen', chosen !== undefined);
  };
  updateTitle();
  function chooseRun(next: ChosenRun): void {
    if (next.run === chosen?.run) return;
    chosen = next;
    void memory.update(CHOSEN, chosen);
    updateTitle();
    pages.reset();
    tree.redraw();
  }
  const selections = runs.view.onDidChangeSelection(({ selection: [element] }) => {
    const next = element && selectedRun(element);
    if (next) chooseRun(next);
  });
  const reloads = runs.onDidReload(() => {
    tree.refresh().catch(onError);
  });
  return {
    ...tree,
    chooseRun,
    dispose() {
      for (const disposable of [selections, reloads, tree]) disposable.dispose();
    },
  };
}

const CHOSEN = 'state.run';
const EMPTY: TreeNodes = { nodes: [], total: 0 };

interface ChosenRun {
  run: string;
  label: string;
}

function selectedRun(element: TreeElement): ChosenRun | undefined {
  const { run } = element.node;
  return run === undefined ? undefined : { run, label: enclosingRun(element)?.node.label ?? run };
}
