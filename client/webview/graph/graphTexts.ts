import type { GraphEdge, GraphNode } from '../../../server/src/shared/protocol';

/** `review to build`. */
export function edgeName(nodes: readonly GraphNode[], { from, to }: GraphEdge): string {
  const name = (node: number) => nodes[node]?.name ?? '?';
  return from === to ? `${name(from)} to itself` : `${name(from)} to ${name(to)}`;
}

/** Describes an edge, with its total number of handoffs. */
export function edgeText(nodes: readonly GraphNode[], edge: GraphEdge): string {
  const times = `${edge.count} ${edge.count === 1 ? 'handoff' : 'handoffs'}`;
  return `${edgeName(nodes, edge)}: ${times}${edge.implied ? ', by the order of the steps only' : ''}`;
}

/** Describes a node, with its steps so far. */
export function nodeText({ name, steps }: GraphNode, soFar: number): string {
  return `${name} ${soFar} of ${steps} ${steps === 1 ? 'step' : 'steps'} so far`;
}

/** The label of the current edge: `5 · 0.62`. */
export function currentNodeLabel(step: number, confidence: number | undefined): string {
  return confidence === undefined ? String(step + 1) : `${step + 1} · ${confidence.toFixed(2)}`;
}
