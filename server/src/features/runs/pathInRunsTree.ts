import type { Position } from '../../model/text';
import type { FileStep, IndexedRun } from '../../runs/assembly/indexedRun';
import type { RunIndex } from '../../runs/index/runIndex';
import type { RunView, TreeNode } from '../../shared/lspExtensions';
import type { RequestParams } from '../../shared/requests';
import { filterAndSortRuns } from './filterAndSortRuns';
import { folderGroups, groupKeys, listRows, rootFolders, runGroups } from './runGroups';
import type { RunNodesOptions } from './runsTree';
import { runDistinction, runTreeNode } from './runTreeNode';
import type { PlaceInFile } from './stepsOfFile';
import { stepTreeNode } from './stepTreeNode';

/**
 * Returns the nodes of the tree of workflow runs from the root down to a target, so that the editor can reveal it. The target is a run, a step,
 * the step at a position in a file, or a trace store. Empty if the target does not exist, or the filter hides it. If several groups contain the
 * run, the nodes lead through the first of them.
 */
export function pathInRunsTree(
  index: RunIndex,
  params: RequestParams<'agentEnvelopes/runs/path'>,
  options: RunNodesOptions & { partAt: PartAt },
): TreeNode[] {
  const { view, run: key, step: at, source, uri, position } = params;
  if (key !== undefined) return pathTo(index, view, { run: key, ...(at !== undefined && { step: at }) }, options);
  if (source !== undefined) return pathToStore(index, source, options);
  if (uri === undefined || !position) return [];
  for (const { run, index: step } of stepsAt(index, uri, options.partAt(uri, position))) {
    const path = pathTo(index, view, { run, step }, options);
    if (path.length > 0) return path;
  }
  // Any other position in a registry refers to the whole run.
  const ofRegistry = filterAndSortRuns(index, view, options.now, options.said).find(({ registry }) => registry === uri);
  return ofRegistry ? pathTo(index, view, { run: ofRegistry.key }, options) : [];
}

/** Finds the part at a position in a file, and the path of the value there. Undefined if there is no part. */
export type PartAt = (uri: string, position: Position) => PlaceInFile | undefined;

function pathTo(
  index: RunIndex,
  view: RunView,
  { run: key, step }: { run: string; step?: number },
  options: RunNodesOptions,
): TreeNode[] {
  let runs = filterAndSortRuns(index, view, options.now, options.said);
  const summary = runs.find(run => run.key === key);
  const run = summary && index.run(key);
  if (!run) return [];
  const above: TreeNode[] = [];
  const roots = rootFolders(index, options);
  const inFolders = roots.length > 0;
  if (inFolders) {
    const group = folderGroups(runs, roots).find(group => group.key === summary.folder);
    if (!group) return [];
    above.push(group.node);
    runs = group.runs;
  }
  const folder = inFolders ? summary.folder : null;
  const isInStore = roots.some(({ uri, isStore }) => isStore && uri === summary.folder);
  if (view.group !== 'none' && !isInStore) {
    const keys = groupKeys(summary, view.group, options.now);
    const groups = runGroups(runs, view, folder, options.now);
    const group = groups.find(group => keys.includes(group.key));
    if (!group) return [];
    above.push(group.node);
  } else if (!isInStore && summary.conversation !== undefined) {
    for (const row of listRows(runs, folder)) {
      if ('conversation' in row && row.conversation.key === summary.conversation) above.push(row.conversation.node);
    }
  }
  const steps = step === undefined ? [] : ancestorsAndSelf(run, step);
  return [
    ...above,
    runTreeNode(summary, options.now, runDistinction(index, summary)),
    ...steps.map(index => stepTreeNode(run, index)),
  ];
}

function pathToStore(index: RunIndex, name: string, options: RunNodesOptions): TreeNode[] {
  const store = rootFolders(index, options).find(folder => folder.isStore && folder.name === name);
  const group = store && folderGroups([], [store]).find(({ key }) => key === store.uri);
  return group ? [group.node] : [];
}

/** Returns a step after its ancestors, outermost first; empty if there is no such step. */
function ancestorsAndSelf(run: IndexedRun, step: number): number[] {
  const way: number[] = [];
  const isStep = Number.isSafeInteger(step) && step >= 0 && step < run.summary.steps;
  for (let here: number | undefined = isStep ? step : undefined; here !== undefined; here = run.step(here).parent) {
    way.unshift(here);
  }
  return way;
}

/** Returns the steps that contain a value, innermost first. */
export function stepsAt(index: RunIndex, uri: string, at: ReturnType<PartAt>): FileStep[] {
  if (!at) return [];
  return index
    .stepsIn(uri)
    .filter(({ part, path }) => part === at.part && path.every((key, place) => same(key, at.path[place])))
    .sort((a, b) => b.path.length - a.path.length);
}

// An array index may be a string.
function same(a: string | number, b: string | number | undefined): boolean {
  return b !== undefined && String(a) === String(b);
}
