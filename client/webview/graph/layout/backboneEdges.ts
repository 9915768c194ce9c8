import type { ReplayGraph } from '../../../../server/src/shared/protocol';

/**
 * The edges that determine the layout of a graph with too many: those by which each node was first reached, then the
 * most frequent. Returns their indices.
 */
export function backboneEdges({ nodes, edges }: { nodes: readonly unknown[]; edges: ReplayGraph['edges'] }): number[] {
  const chosen: number[] = [];
  const pairs = new Set<string>();
  const reached = new Set<number>();
  const choose = (index: number) => {
    const edge = edges[index];
    if (!edge || edge.from === edge.to) return;
    const pair = edge.from < edge.to ? `${edge.from} ${edge.to}` : `${edge.to} ${edge.from}`;
    if (pairs.has(pair)) return;
    pairs.add(pair);
    chosen.push(index);
  };
  const indexes = [...edges.keys()];
  const at = (index: number) => edges[index] ?? { to: -1, first: 0, count: 0 };
  for (const index of indexes.toSorted((one, other) => at(one).first - at(other).first)) {
    if (reached.has(at(index).to)) continue;
    reached.add(at(index).to);
    choose(index);
  }
  const most = Math.ceil(nodes.length * 1.3);
  for (const index of indexes.toSorted((one, other) => at(other).count - at(one).count)) {
    if (chosen.length >= most) break;
    choose(index);
  }
  return chosen;
}
