import { t } from '../../../server/src/shared/l10n';
import type { GraphEdge, GraphNode, Pattern } from '../../../server/src/shared/lspExtensions';

/** Returns the name of an edge in the graph of agents, by the names of its two agents: `review to build`. */
export function edgeName(nodes: readonly GraphNode[], { from, to }: GraphEdge): string {
  const name = (node: number) => nodes[node]?.name ?? '?';
  return from === to ? t`${name(from)} to itself` : t`${name(from)} to ${name(to)}`;
}

/** Describes an edge, with its total number of handoffs. */
export function edgeText(nodes: readonly GraphNode[], edge: GraphEdge): string {
  const times = edge.count === 1 ? t`1 handoff` : t`${edge.count} handoffs`;
  const text = `${edgeName(nodes, edge)}: ${times}`;
  return edge.implied ? t`${text}, by the order of the steps only` : text;
}

/** Describes a node, with its steps so far. */
export function nodeText({ name, steps }: GraphNode, soFar: number): string {
  return steps === 1 ? t`${name} ${soFar} of 1 step so far` : t`${name} ${soFar} of ${steps} steps so far`;
}

/** The label of the current edge: `5 · 0.62`. */
export function currentEdgeLabel(step: number, confidence: number | undefined): string {
  return confidence === undefined ? String(step + 1) : `${step + 1} · ${confidence.toFixed(2)}`;
}

/** The patterns recognised at a step: `parallel, then loop ×1`; undefined if there are none. */
export function patternsHeading(patterns: readonly Pattern[], step: number): string | undefined {
  const names: string[] = [];
  for (const pattern of patternsKnownAt(patterns, step)) {
    const name = nameOf(pattern, step);
    if (names.at(-1) !== name) names.push(name);
  }
  if (names.length === 0) return undefined;
  const shown = names.slice(0, MOST).reduce((before, next) => t`${before}, then ${next}`);
  return names.length > MOST ? t`${shown}, and ${names.length - MOST} more` : shown;
}

const MOST = 3;
const NAMES: Record<Pattern['is'], string> = {
  sequential: t`sequential`,
  parallel: t`parallel`,
  conditional: t`conditional`,
  loop: t`loop`,
};

/** The patterns recognised up to a step, in order of recognition. */
export function patternsKnownAt(patterns: readonly Pattern[], step: number): Pattern[] {
  return patterns.filter(({ known }) => known <= step).sort((one, other) => one.known - other.known);
}

/** The number of a loop's rounds up to a step. */
export function roundsUpTo({ rounds = [] }: Pattern, step: number): number {
  const next = rounds.findIndex(round => round > step);
  return next < 0 ? rounds.length : next;
}

function nameOf(pattern: Pattern, step: number): string {
  const rounds = roundsUpTo(pattern, step);
  return pattern.is === 'loop' && rounds > 0 ? t`loop ×${rounds}` : NAMES[pattern.is];
}
