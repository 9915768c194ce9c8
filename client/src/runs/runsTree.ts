import { type Disposable, type LogOutputChannel, workspace } from 'vscode';
import {
  RUNS_CHANGED,
  type RunsChanged,
  type RunView,
  type TreeNode,
  type TreeNodes,
} from '../../../server/src/shared/lspExtensions';
import type { Server } from '../createServer';
import { throttle } from '../debounce';
import { setContext } from '../messages/failureReporter';
import { withProgress } from '../messages/notify';
import { createTreeView, revealElement, type Tree } from './createTreeView';
import { createPagedTreeNodes } from './pagedTreeNodes';
import type { RunsViewOptions } from './runsViewOptions';
import { viewMessage } from './treeNodePresentation';

/** The view "Workflow Runs" of VS Code, which shows all runs as a tree. */
export interface RunsTree extends Tree {
  /**
   * Expands the tree to a step and selects it; false if the server does not know the step, or the filter hides it. Does nothing once
   * `isWanted` is false.
   */
  show(target: RunTarget, options: { focus: boolean; isWanted?(): boolean }): Promise<boolean>;
  /** Returns whether the server knows the step, even if the filter hides it. */
  knows(target: RunTarget): Promise<boolean>;
  /** The label of a run, even if the filter hides it. */
  labelOf(run: string): Promise<string | undefined>;
  /** Reads the workspace again. */
  refresh(): Promise<void>;
  onDidReload(listener: () => void): Disposable;
}

/**
 * The item that the tree of runs is asked to show and select. This is a run or one of its steps, the step at a position in a file, or a
 * store with a given name.
 */
export type RunTarget =
  | { run: string; step?: number }
  | { uri: string; position: { line: number; character: number } }
  | { source: string };

export function createRunsTree(server: Server, state: RunsViewOptions, log: LogOutputChannel): RunsTree {
  // Assumed until the server reports its status; without a folder, the server reads nothing.
  const reading = Boolean(workspace.workspaceFolders?.length);
  let facts = {
    roots: 0,
    shown: undefined as number | undefined,
    fault: undefined as string | undefined,
    leftOut: 0,
    runs: 0,
    reading,
  };
  let pinned: RunTarget | undefined;
  let requests = 0;
  const listeners = new Set<() => void>();

  const pages = createPagedTreeNodes(async (parent, from) => {
    const { view } = state;
    const params = { view, from, ...(parent && { parent: parent.id }) };
    const answer = await server.request('agentEnvelopes/runs/nodes', params);
    // The user may type faster than the server answers, so this may be the answer for an earlier filter.
    if (!parent && view === state.view)
      updateTexts({
        roots: answer?.total ?? 0,
        shown: answer ? countRuns(answer) : 0,
        fault: answer?.fault,
        leftOut: answer?.leftOut ?? 0,
      });
    return answer ?? { nodes: [], total: 0 };
  });
  const onError = (error: unknown) => log.warn(`The runs could not be shown: ${error}`);
  // Multiple selection is for comparing two runs.
  const tree = createTreeView(RUNS_VIEW, pages, onError, { canSelectMany: true });

  function updateTexts(change: Partial<typeof facts>): void {
    facts = { ...facts, ...change };
    setContext('runs.some', facts.runs > 0 || facts.roots > 0);
    const { message, description } = viewMessage({ ...facts, filter: state.view.filter });
    tree.view.message = message ?? '';
    tree.view.description = description ?? '';
  }

  const requestPath = (target: RunTarget, view: RunView = state.view) => {
    return server.request('agentEnvelopes/runs/path', { view, ...target });
  };

  const reload = throttle(1000, 100, async () => {
    // Otherwise a node revealed beyond the loaded pages would not be updated.
    const findPinned = async () => (pinned && (await requestPath(pinned).catch(() => null))) ?? undefined;
    await tree.refresh(findPinned).catch(onError);
    for (const listener of listeners) listener();
  });
  let refreshTimer: NodeJS.Timeout | undefined;
  // Without further changes, a live run stops being live after a minute, and a run that may be running is unfinished
  // after an hour.
  const scheduleReload = (live: boolean) => {
    clearTimeout(refreshTimer);
    refreshTimer = setTimeout(
      () => {
        reload();
        scheduleReload(false);
      },
      live ? MINUTE : HOUR,
    );
  };
  setContext('runs.reading', reading);
  const changes = server.onNotification<RunsChanged>(RUNS_CHANGED, ({ runs, reading, live }) => {
    setContext('runs.reading', reading);
    updateTexts({ runs, reading });
    reload();
    scheduleReload(live);
  });
  const viewChanges = state.onDidChange(() => {
    pages.reset();
    pinned = undefined;
    // The results of the previous filter don't apply to this one.
    updateTexts({ shown: undefined, fault: undefined });
    tree.redraw();
  });
  const serverChanges = server.onDidChangeState(now => {
    if (now !== 'stopped') return;
    // Hides all nodes, since they can't be opened: the welcome view says why, and how to restart the server.
    pages.reset();
    setContext('runs.reading', false);
    updateTexts({ roots: 0, runs: 0, shown: 0, reading: false });
    tree.redraw();
    for (const listener of listeners) listener();
  });

  return {
    ...tree,
    async show(target, { focus, isWanted = () => true }) {
      const request = ++requests;
      // A later request replaces this one.
      const isCurrent = () => request === requests && isWanted();
      const path = await requestPath(target);
      if (!isCurrent()) return true;
      const pin = path && pages.pin(path);
      if (!pin) return false;
      pinned = 'uri' in target ? nodeTarget(pin.element.node) : target;
      if (pin.isNew) tree.redraw();
      await revealElement(tree.view, pin.element, focus, isCurrent);
      return true;
    },
    knows: async target => ((await requestPath(target, { ...state.view, ...ALL })) ?? []).length > 0,
    labelOf: async run =>
      (await requestPath({ run }, { ...state.view, ...ALL }))?.find(({ is }) => is === 'run')?.label,
    refresh: () =>
      Promise.resolve(
        withProgress({ location: { viewId: RUNS_VIEW } }, async () => {
          await server.request('agentEnvelopes/runs/refresh');
          reload();
        }),
      ),
    onDidReload(listener) {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
    dispose() {
      for (const disposable of [tree, reload, changes, viewChanges, serverChanges]) disposable.dispose();
      clearTimeout(refreshTimer);
    },
  };
}

export const RUNS_VIEW = 'agentEnvelopes.runs';

const ALL = { filter: '', hidesServices: false };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

// Unknown if the roots are groups or folders: a run may be in two of them.
function countRuns({ nodes, total }: TreeNodes): number | undefined {
  return nodes.every(({ is }) => is === 'run') ? total : undefined;
}

function nodeTarget({ run, step }: TreeNode): RunTarget | undefined {
  return run === undefined ? undefined : { run, ...(step !== undefined && { step }) };
}
