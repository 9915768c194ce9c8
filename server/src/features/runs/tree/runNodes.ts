import type { RunSummary } from '../../../model/run';
import type { IndexedRun } from '../../../runs/assembly/indexedRun';
import type { RunIndex } from '../../../runs/index/runIndex';
import type { RunNodesParams, RunView, TreeNode, TreeNodes } from '../../../shared/protocol';
import { runFilter } from '../filter/runFilter';
import { effectLook, type FileAt, shownEffects } from './effectNode';
import { nodeId, nodeRef } from './nodeId';
import { runDistinction } from './runDistinction';
import { folderGroups, groupKeys, runGroups, type TreeGroup } from './runGroups';
import { runNode } from './runNode';
import { sortedRuns } from './sortedRuns';
import { stepNode } from './stepNode';

/** What the tree rests on besides the index. */
export interface RunNodesContext {
  /** Of the workspace, as they are now. Where there are several, the tree begins with them. */
  folders: readonly { uri: string; name: string }[];
  /** In milliseconds since 1970. */
  now: number;
  /** Where it is not given, artifacts lead to the envelopes that tell of them, and no further. */
  fileAt?: FileAt;
}

/** How many nodes there are at once, at most. */
export const PAGE = 200;

/** A page of the children of a node of the tree of runs, of its roots without a parent; of a node that is gone none. */
export function runNodes(
  index: RunIndex,
  { view, parent, from = 0 }: RunNodesParams,
  around: RunNodesContext,
): TreeNodes {
  const { total, at } = childrenOf(index, view, parent, around);
  const { fault } = runFilter(view.filter);
  const first = Math.min(total, Math.max(0, Math.trunc(from) || 0));
  const count = Math.min(PAGE, total - first);
  return {
    nodes: Array.from({ length: count }, (_, i) => at(first + i)),
    total,
    ...(fault !== undefined && { fault }),
  };
}

/** Nodes that are made when they are looked at: a run may have a hundred thousand steps. */
interface Nodes {
  total: number;
  at(index: number): TreeNode;
}

const NONE = nodesOf([], (node: TreeNode) => node);

function nodesOf<T>(of: readonly T[], make: (one: T) => TreeNode): Nodes {
  return { total: of.length, at: index => make(of[index] as T) };
}

function childrenOf(index: RunIndex, view: RunView, parent: string | undefined, around: RunNodesContext): Nodes {
  if (parent === undefined) return rootsOf(index, sortedRuns(index, view, around.now), view, around);
  const ref = nodeRef(parent);
  switch (ref?.is) {
    case 'folder': {
      const runs = sortedRuns(index, view, around.now).filter(({ folder }) => folder === ref.folder);
      return belowFolder(index, runs, view, ref.folder, around);
    }
    case 'group': {
      const { by, key, folder } = ref;
      const runs = sortedRuns(index, view, around.now).filter(
        run => (folder === null || run.folder === folder) && groupKeys(run, by, around.now).includes(key),
      );
      return runsOf(index, runs, around);
    }
    case 'run': {
      const run = index.run(ref.run);
      return run ? nodesOf(run.children(), step => stepNode(run, step)) : NONE;
    }
    case 'step': {
      const run = index.run(ref.run);
      return run && ref.step < run.summary.steps ? inStep(run, ref.step, around) : NONE;
    }
    default:
      return NONE;
  }
}

function rootsOf(index: RunIndex, runs: readonly RunSummary[], view: RunView, around: RunNodesContext): Nodes {
  return showsFolders(around)
    ? groupNodes(folderGroups(runs, around.folders))
    : belowFolder(index, runs, view, null, around);
}

export function showsFolders({ folders }: RunNodesContext): boolean {
  return folders.length > 1;
}

function belowFolder(
  index: RunIndex,
  runs: readonly RunSummary[],
  view: RunView,
  folder: string | null,
  around: RunNodesContext,
): Nodes {
  if (view.group === 'none') return runsOf(index, runs, around);
  return groupNodes(runGroups(runs, view, folder, around.now));
}

function groupNodes(groups: readonly TreeGroup[]): Nodes {
  return nodesOf(groups, ({ node }) => node);
}

function runsOf(index: RunIndex, runs: readonly RunSummary[], { now }: RunNodesContext): Nodes {
  return nodesOf(runs, run => runNode(run, now, runDistinction(index, run)));
}

/** What a step did itself, then the steps that are nested in it. */
function inStep(run: IndexedRun, index: number, { fileAt }: RunNodesContext): Nodes {
  const step = run.step(index);
  const effects = shownEffects(step);
  const children = run.children(index);
  const total = effects.length + children.length;
  return {
    total,
    at(place) {
      const effect = effects[place];
      const nested = children[place - effects.length];
      return effect === undefined ? stepNode(run, nested ?? index) : effectNode(run, index, effect);
    },
  };

  function effectNode({ summary: { key } }: IndexedRun, index: number, at: number): TreeNode {
    const [source] = step.sources;
    return {
      id: nodeId({ is: 'effect', run: key, step: index, effect: at }),
      ...effectLook(step.effects[at] ?? { do: 'usage' }, source?.uri, fileAt),
      opens: 'no',
      run: key,
      step: index,
      leads: source !== undefined,
    };
  }
}
