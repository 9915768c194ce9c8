import { type Disposable, type LogOutputChannel, workspace } from 'vscode';
import {
  RUN_NODES,
  RUN_PATH,
  RUNS_CHANGED,
  RUNS_REFRESH,
  type RunNodesParams,
  type RunPathParams,
  type RunsChanged,
  type RunView,
  type TreeNode,
  type TreeNodes,
} from '../../../server/src/shared/protocol';
import { throttle } from '../debounce';
import { withProgress } from '../messages/notify';
import type { Server } from '../server/createServer';
import { setContext } from '../setContext';
import { createTree, type Tree } from './tree/createTree';
import { revealElement } from './tree/revealElement';
import { createTreePages } from './tree/treePages';
import { viewMessage } from './tree/viewMessage';
import type { ViewState } from './viewState';

/** What to show: a run or a step of it, or the step at a position. */
export type RunTarget = { run: string; step?: number } | { uri: string; position: { line: number; character: number } };

/** The tree of runs. */
export interface RunsTree extends Tree {
  /** Expands the tree to a step and selects it; false where the server does not know it, or the filter hides it. */
  show(target: RunTarget, options: { focus: boolean }): Promise<boolean>;
  /** Whether the server knows the step, even if the filter hides it. */
  knows(target: RunTarget): Promise<boolean>;
  /** The label of a run, even if the filter hides it. */
  labelOf(run: string): Promise<string | undefined>;
  /** Reads the workspace again. */
  refresh(): Promise<void>;
  onDidReload(listener: () => void): Disposable;
}

export function createRunsTree(server: Server, state: ViewState, log: LogOutputChannel): RunsTree {
  // Until the server reports its state; without a folder it reads nothing.
  const reading = Boolean(workspace.workspaceFolders?.length);
  let facts = {
    roots: 0,
    shown: undefined as number | undefined,
    fault: undefined as string | undefined,
    runs: 0,
    reading,
  };
  let pinned: RunTarget | undefined;
  let asked = 0;
  const listeners = new Set<() => void>();

  const pages = createTreePages(async (parent, from) => {
    const { view } = state;
    const params: RunNodesParams = { view, from, ...(parent && { parent: parent.id }) };
    const answer = await server.request<TreeNodes | null>(RUN_NODES, params);
    // The user may type faster than the server answers: this may be the answer for an earlier filter.
    if (!parent && view === state.view)
      updateTexts({ roots: answer?.total ?? 0, shown: answer ? countRuns(answer) : 0, fault: answer?.fault });
    return answer ?? { nodes: [], total: 0 };
  });
  const onTrouble = (error: unknown) => log.warn(`The runs could not be shown: ${error}`);
  // Two runs can be compared.
  const tree = createTree(RUNS_VIEW, pages, onTrouble, { canSelectMany: true });

  function updateTexts(news: Partial<typeof facts>): void {
    facts = { ...facts, ...news };
    const { message, description } = viewMessage({ ...facts, filter: state.view.filter });
    tree.view.message = message ?? '';
    tree.view.description = description ?? '';
  }

  const requestPath = (target: RunTarget, view: RunView = state.view) => {
    const params: RunPathParams = { view, ...target };
    return server.request<TreeNode[] | null>(RUN_PATH, params);
  };

  const reload = throttle(1000, 100, async () => {
    // A node revealed beyond the loaded pages would not be updated.
    const findPinned = async () => (pinned && (await requestPath(pinned).catch(() => null))) ?? undefined;
    await tree.refresh(findPinned).catch(onTrouble);
    for (const listener of listeners) listener();
  });
  let later: NodeJS.Timeout | undefined;
  // A live run is not live a minute later, and a possibly running one is unfinished an hour later, without further
  // changes.
  const lookAgain = (live: boolean) => {
    clearTimeout(later);
    later = setTimeout(
      () => {
        reload();
        lookAgain(false);
      },
      live ? MINUTE : HOUR,
    );
  };
  setContext('runs.reading', reading);
  const changes = server.onNotification<RunsChanged>(RUNS_CHANGED, ({ runs, reading, live }) => {
    setContext('runs.reading', reading);
    updateTexts({ runs, reading });
    reload();
    lookAgain(live);
  });
  const turns = state.onDidChange(() => {
    pages.reset();
    pinned = undefined;
    // Results of the previous filter don't apply to this one.
    updateTexts({ shown: undefined, fault: undefined });
    tree.redraw();
  });
  const servers = server.onDidChangeState(now => {
    if (now !== 'stopped') return;
    // Hides what can't be opened any more: the welcome view says why, and how to restart the server.
    pages.reset();
    setContext('runs.reading', false);
    updateTexts({ roots: 0, runs: 0, shown: 0, reading: false });
    tree.redraw();
    for (const listener of listeners) listener();
  });

  return {
    ...tree,
    async show(target, { focus }) {
      const asking = ++asked;
      const way = await requestPath(target);
      // A later request is shown instead.
      if (asking !== asked) return true;
      const pin = way && pages.pin(way);
      if (!pin) return false;
      pinned = 'uri' in target ? nodeTarget(pin.element.node) : target;
      if (pin.isNews) tree.redraw();
      await revealElement(tree.view, pin.element, focus, () => asking === asked);
      return true;
    },
    knows: async target => ((await requestPath(target, { ...state.view, filter: '' })) ?? []).length > 0,
    labelOf: async run =>
      (await requestPath({ run }, { ...state.view, filter: '' }))?.find(({ is }) => is === 'run')?.label,
    refresh: () =>
      Promise.resolve(
        withProgress({ location: { viewId: RUNS_VIEW } }, async () => {
          await server.request<unknown>(RUNS_REFRESH);
          reload();
        }),
      ),
    onDidReload(listener) {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
    dispose() {
      for (const part of [tree, reload, changes, turns, servers]) part.dispose();
      clearTimeout(later);
    },
  };
}

export const RUNS_VIEW = 'agentEnvelopes.runs';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

// Groups and folders do not give the number of runs: a run may be in two.
function countRuns({ nodes, total }: TreeNodes): number | undefined {
  return nodes.every(({ is }) => is === 'run') ? total : undefined;
}

function nodeTarget({ run, step }: TreeNode): RunTarget | undefined {
  return run === undefined ? undefined : { run, ...(step !== undefined && { step }) };
}
