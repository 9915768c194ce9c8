import { stripByteOrderMark } from '../../parts/positions';
import { readRegistry } from '../../registry/readRegistry';
import type { IndexedRun } from '../../runs/assembly/indexedRun';
import type { RunIndex } from '../../runs/index/runIndex';
import { formatNumber } from '../../shared/l10n';
import type { TreeNode, TreeNodes } from '../../shared/lspExtensions';
import type { RequestParams } from '../../shared/requests';
import { parseMarkdown } from '../../text/parseMarkdown';
import type { FileAt } from './effectTreeNode';
import { sumOfProblems, withProblems } from './problemCounts';
import { registryTreeNodes } from './registryTreeNodes';
import { runStateSections, type StateSection } from './runStateSections';
import { nodeRef, treeNodeId } from './treeNodeId';
import { described } from './treeNodeTexts';

/**
 * Returns the children of a node in the tree that shows the state of a workflow run; without a node, the roots, which are fields and section
 * headings. The state comes from the run's state registry, or without one from the run's steps.
 */
export function stateTree(
  index: RunIndex,
  { run: key, parent }: RequestParams<'agentEnvelopes/state/nodes'>,
  files: StateFiles,
): TreeNodes {
  const ref = parent === undefined ? undefined : nodeRef(parent);
  const run = index.run(key);
  if (!run || (parent !== undefined && (ref?.is !== 'section' || ref.run !== key))) return { nodes: [], total: 0 };
  const sections = sectionsOf(run, files);
  const nodes =
    ref?.is === 'section'
      ? (sections.find(({ name, heading }) => heading !== undefined && name === ref.section)?.nodes ?? [])
      : sections.flatMap(section => rootsOf(section, key));
  return { nodes: [...nodes], total: nodes.length };
}

/**
 * The data from which the tree of a run's state is made, in addition to the index. These are the texts of registries, the files of
 * artifacts, and the time.
 */
export interface StateFiles {
  /** Returns the text of a registry; null or undefined if it does not exist or can't be read now. */
  text(uri: string): string | null | undefined;
  /** In milliseconds since 1970. */
  now: number;
  fileAt?: FileAt;
}

// Artifacts always come from the envelopes: a registry does not list them.
function sectionsOf(run: IndexedRun, { text: textOf, now, fileAt }: StateFiles): readonly StateSection[] {
  const { key, registry: uri } = run.summary;
  const folded = runStateSections(run, now, fileAt);
  const text = uri === undefined ? undefined : textOf(uri);
  if (uri === undefined || typeof text !== 'string') return folded;
  const registry = readRegistry(parseMarkdown(plainText(text)), { whole: true });
  const sections = registryTreeNodes(registry, { uri, run: key }, fileAt);
  return [...sections, ...folded.filter(({ name }) => name === 'artifacts')];
}

// Normalizes the text like the root part of a file, since spans refer to that text.
function plainText(text: string): string {
  return stripByteOrderMark(text).text.replace(/\r\n?/g, '\n');
}

function rootsOf({ name, heading, icon, none, nodes }: StateSection, run: string): readonly TreeNode[] {
  if (heading === undefined) return nodes;
  if (nodes.length === 0 && none === undefined) return [];
  const problems = sumOfProblems(nodes.flatMap(({ problems }) => problems ?? []));
  return [
    {
      id: treeNodeId({ is: 'section', run, section: name }),
      is: 'group',
      label: heading,
      ...described(nodes.length > 0 ? formatNumber(nodes.length) : none),
      icon: { id: icon ?? 'list-unordered' },
      opens: nodes.length === 0 ? 'no' : nodes.length > MOST_OPEN ? 'closed' : 'open',
      ...withProblems(problems),
      run,
    },
  ];
}

/** Longer lists start collapsed, so that the sections below them stay visible. */
const MOST_OPEN = 12;
