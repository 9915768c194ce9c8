import type { RunSummary } from '../../model/run';
import type { IndexedRun } from '../../runs/assembly/indexedRun';
import type { RunIndex } from '../../runs/index/runIndex';
import type { RunView, TreeNode, TreeNodes } from '../../shared/lspExtensions';
import type { RequestParams } from '../../shared/requests';
import { effectLook, type FileAt, shownEffects } from './effectTreeNode';
import { filterAndSortRuns, type SaidLookup } from './filterAndSortRuns';
import { runFilter } from './runFilter';
import {
  folderGroups,
  groupKeys,
  listRows,
  rootFolders,
  runGroups,
  type TreeFolder,
  type TreeGroup,
} from './runGroups';
import { runDistinction, runTreeNode } from './runTreeNode';
import { stepTreeNode } from './stepTreeNode';
import { nodeRef, treeNodeId } from './treeNodeId';

/** Returns a page of the children of a node in the tree of workflow runs; without a node, the roots. Empty if the node no longer exists. */
export function runsTree(
  index: RunIndex,
  { view, parent, from = 0 }: RequestParams<'agentEnvelopes/runs/nodes'>,
  options: RunNodesOptions,
): TreeNodes {
  const { total, at } = childrenOf(index, view, parent, options);
  const { fault } = runFilter(view.filter);
  const leftOut = parent === undefined && view.hidesServices ? index.runs().filter(run => run.isOfServices).length : 0;
  const first = Math.min(total, Math.max(0, Math.trunc(from) || 0));
  const count = Math.min(PAGE, total - first);
  return {
    nodes: Array.from({ length: count }, (_, i) => at(first + i)),
    total,
    ...(fault !== undefined && { fault }),
    ...(leftOut > 0 && { leftOut }),
  };
}

/** The maximum number of nodes per page. */
export const PAGE = 200;

/**
 * The data from which the tree of runs is made, in addition to the index. These are the folders, the time, and functions that find
 * artifacts and words.
 */
export interface RunNodesOptions {
  /** The current workspace folders. */
  folders: readonly TreeFolder[];
  sourceFolders?: readonly TreeFolder[];
  /** In milliseconds since 1970. */
  now: number;
  /** Resolves artifacts to files; if absent, artifacts link only to their envelopes. */
  fileAt?: FileAt;
  /** Finds runs by words in their texts. */
  said?: SaidLookup;
}

/** Nodes created on demand: a run may have a hundred thousand steps. */
interface Nodes {
  total: number;
  at(index: number): TreeNode;
}

const NONE = nodesOf([], (node: TreeNode) => node);

function nodesOf<T>(of: readonly T[], make: (one: T) => TreeNode): Nodes {
  return { total: of.length, at: index => make(of[index] as T) };
}

function childrenOf(index: RunIndex, view: RunView, parent: string | undefined, options: RunNodesOptions): Nodes {
  if (parent === undefined)
    return rootsOf(index, filterAndSortRuns(index, view, options.now, options.said), view, options);
  const ref = nodeRef(parent);
  switch (ref?.is) {
    case 'folder': {
      const runs = filterAndSortRuns(index, view, options.now, options.said).filter(
        ({ folder }) => folder === ref.folder,
      );
      return belowFolder(index, runs, view, ref.folder, options);
    }
    case 'group': {
      const { by, key, folder } = ref;
      const runs = filterAndSortRuns(index, view, options.now, options.said).filter(
        run => (folder === null || run.folder === folder) && groupKeys(run, by, options.now).includes(key),
      );
      return nodesOf(runs, run => runTreeNode(run, options.now, runDistinction(index, run)));
    }
    case 'run': {
      const run = index.run(ref.run);
      return run ? nodesOf(run.children(), step => stepTreeNode(run, step)) : NONE;
    }
    case 'step': {
      const run = index.run(ref.run);
      return run && ref.step < run.summary.steps ? inStep(run, ref.step, options) : NONE;
    }
    default:
      return NONE;
  }
}

function rootsOf(index: RunIndex, runs: readonly RunSummary[], view: RunView, options: RunNodesOptions): Nodes {
  const roots = rootFolders(index, options);
  return roots.length > 0 ? groupNodes(folderGroups(runs, roots)) : belowFolder(index, runs, view, null, options);
}

function belowFolder(
  index: RunIndex,
  runs: readonly RunSummary[],
  view: RunView,
  folder: string | null,
  options: RunNodesOptions,
): Nodes {
  if (view.group === 'none') {
    return nodesOf(listRows(runs, folder), row =>
      'run' in row ? runTreeNode(row.run, options.now, runDistinction(index, row.run)) : row.conversation.node,
    );
  }
  return groupNodes(runGroups(runs, view, folder, options.now));
}

function groupNodes(groups: readonly TreeGroup[]): Nodes {
  return nodesOf(groups, ({ node }) => node);
}

/** Returns the nodes in a step: its effects, then its nested steps. */
function inStep(run: IndexedRun, index: number, { fileAt }: RunNodesOptions): Nodes {
  const step = run.step(index);
  const effects = shownEffects(step);
  const children = run.children(index);
  const total = effects.length + children.length;
  return {
    total,
    at(place) {
      const effect = effects[place];
      const nested = children[place - effects.length];
      return effect === undefined ? stepTreeNode(run, nested ?? index) : effectNode(run, index, effect);
    },
  };

  function effectNode({ summary: { key } }: IndexedRun, index: number, at: number): TreeNode {
    const [location] = step.envelopes;
    return {
      id: treeNodeId({ is: 'effect', run: key, step: index, effect: at }),
      ...effectLook(step.effects[at] ?? { do: 'usage' }, location?.uri, fileAt),
      opens: 'no',
      run: key,
      step: index,
      leads: location !== undefined,
    };
  }
}
