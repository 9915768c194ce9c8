import type { AgentMetrics } from '../../../../server/src/shared/protocol';

export type AgentColumn = Exclude<keyof AgentMetrics, 'lane'>;
export type Direction = 'ascending' | 'descending';

/** Sorts agents by a column. Unknown values come last in both directions; equal ones keep their order. */
export function sortedAgents(
  agents: readonly AgentMetrics[],
  column: AgentColumn,
  direction: Direction,
): readonly AgentMetrics[] {
  const sign = direction === 'ascending' ? 1 : -1;
  return [...agents].sort((one, other) => {
    const [left, right] = [one[column], other[column]];
    if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
    if (typeof left === 'string') return sign * NAMES.compare(left, String(right));
    return sign * (left - Number(right));
  });
}

const NAMES = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
