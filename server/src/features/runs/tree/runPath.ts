import type { Path, Position } from '../../../model/text';
import type { FileStep, IndexedRun } from '../../../runs/assembly/indexedRun';
import type { RunIndex } from '../../../runs/index/runIndex';
import type { RunPathParams, RunView, TreeNode } from '../../../shared/protocol';
import { runDistinction } from './runDistinction';
import { folderGroups, groupKeys, runGroups } from './runGroups';
import { runNode } from './runNode';
import { type RunNodesContext, showsFolders } from './runNodes';
import { sortedRuns } from './sortedRuns';
import { stepNode } from './stepNode';

/** What stands at a place in a file: a part, and the path of the value in it. Undefined where there is no part. */
export type PartAt = (uri: string, position: Position) => { part: string; path: Path } | undefined;

/**
 * The nodes from a root of the tree of runs to that of a run or a step, or of the step at a place in a file. Empty where
 * there is none, or the filter hides it. Of several groups that have the run it is the first.
 */
export function runPath(
  index: RunIndex,
  params: RunPathParams,
  around: RunNodesContext & { partAt: PartAt },
): TreeNode[] {
  if ('run' in params) return pathTo(index, params.view, params, around);
  const { uri, position, view } = params;
  for (const { run, index: step } of stepsAt(index, uri, around.partAt(uri, position))) {
    const path = pathTo(index, view, { run, step }, around);
    if (path.length > 0) return path;
  }
  // Anywhere else in a registry, it tells of its run as a whole.
  const ofRegistry = sortedRuns(index, view, around.now).find(({ registry }) => registry === uri);
  return ofRegistry ? pathTo(index, view, { run: ofRegistry.key }, around) : [];
}

function pathTo(
  index: RunIndex,
  view: RunView,
  { run: key, step }: { run: string; step?: number },
  around: RunNodesContext,
): TreeNode[] {
  let runs = sortedRuns(index, view, around.now);
  const summary = runs.find(run => run.key === key);
  const run = summary && index.run(key);
  if (!run) return [];
  const above: TreeNode[] = [];
  const inFolders = showsFolders(around);
  if (inFolders) {
    const shelf = folderGroups(runs, around.folders).find(shelf => shelf.key === summary.folder);
    if (!shelf) return [];
    above.push(shelf.node);
    runs = shelf.runs;
  }
  if (view.group !== 'none') {
    const keys = groupKeys(summary, view.group, around.now);
    const shelves = runGroups(runs, view, inFolders ? summary.folder : null, around.now);
    const shelf = shelves.find(shelf => keys.includes(shelf.key));
    if (!shelf) return [];
    above.push(shelf.node);
  }
  const steps = step === undefined ? [] : wayTo(run, step);
  return [
    ...above,
    runNode(summary, around.now, runDistinction(index, summary)),
    ...steps.map(index => stepNode(run, index)),
  ];
}

/** A step, and before it those that it is nested in, the outermost first; none where there is no such step. */
function wayTo(run: IndexedRun, step: number): number[] {
  const way: number[] = [];
  const isStep = Number.isSafeInteger(step) && step >= 0 && step < run.summary.steps;
  for (let here: number | undefined = isStep ? step : undefined; here !== undefined; here = run.step(here).parent) {
    way.unshift(here);
  }
  return way;
}

/** The steps that a value is part of, the innermost first. */
export function stepsAt(index: RunIndex, uri: string, at: ReturnType<PartAt>): FileStep[] {
  if (!at) return [];
  return index
    .stepsIn(uri)
    .filter(({ part, path }) => part === at.part && path.every((key, place) => same(key, at.path[place])))
    .sort((one, other) => other.path.length - one.path.length);
}

// An index may come as text.
function same(one: string | number, other: string | number | undefined): boolean {
  return other !== undefined && String(one) === String(other);
}
