import { type RunNodesOptions, runsTree } from '../../../server/src/features/runs/runsTree';
import { type RunIndex, runIndex } from '../../../server/src/runs/index/runIndex';
import type { FileRecord } from '../../../server/src/runs/reading/fileRecord';
import type { RunView, TreeNode } from '../../../server/src/shared/lspExtensions';
import { noDigests } from '../../kit/titleDigests';

export const NOW = Date.parse('2026-11-22T12:00:00Z');
export const VIEW: RunView = { filter: '', group: 'none', sort: 'newest' };
export const AROUND: RunNodesOptions = { folders: [{ uri: 'file:///work', name: 'work' }], now: NOW };

/** An index of files in these workspace folders. */
export function indexIn(folders: readonly string[], ...records: FileRecord[]): RunIndex {
  const index = runIndex({ folders: () => folders, digestsOf: noDigests });
  for (const record of records) index.set(record);
  return index;
}

/** Nanoseconds since 1970. */
export function at(iso: string): bigint {
  return BigInt(Date.parse(iso)) * 1_000_000n;
}

/** All children of a node, page after page. */
export function childrenOf(index: RunIndex, view: RunView, around: RunNodesOptions, parent?: TreeNode): TreeNode[] {
  const found: TreeNode[] = [];
  for (;;) {
    const page = runsTree(index, { view, ...(parent && { parent: parent.id }), from: found.length }, around);
    found.push(...page.nodes);
    if (found.length >= page.total) return found;
    if (page.nodes.length === 0) throw new Error(`an empty page at ${found.length} of ${page.total}`);
  }
}

/** The tree as text: a node a line, indented, with what stands beside its label. */
export function drawn(
  index: RunIndex,
  change: Partial<RunView> = {},
  around: RunNodesOptions = AROUND,
  depth = Number.POSITIVE_INFINITY,
): string[] {
  const view = { ...VIEW, ...change };
  const draw = (parent: TreeNode | undefined, level: number): string[] =>
    level >= depth
      ? []
      : childrenOf(index, view, around, parent).flatMap(node => [
          `${'  '.repeat(level)}${node.label}${node.description ? ` (${node.description})` : ''}`,
          ...(node.opens === 'no' ? [] : draw(node, level + 1)),
        ]);
  return draw(undefined, 0);
}
