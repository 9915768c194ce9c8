import type { RunColumns } from '../state/runColumns';
import type { Handover, Turn } from './agentTurns';
import type { DetectedPattern } from './detectedPattern';

/**
 * Finds two or more agents that received work from the same turn and began independently of each other; and the agent
 * that takes up the results of all.
 */
export function parallelsIn(turns: readonly Turn[], columns: RunColumns): DetectedPattern[] {
  const found = new Map<string, DetectedPattern>();
  for (const turn of turns) {
    const beside = besideEachOther(turn.to, columns);
    if (beside.length < 2) continue;
    const nodes = beside.map(({ taker }) => taker.lane);
    const join = joinOf(beside.map(({ taker }) => taker));
    const key = `${[...nodes].sort((one, two) => one - two).join(' ')}, ${join?.lane}`;
    if (found.has(key)) continue;
    const known = join?.start ?? Math.max(...beside.map(({ taker }) => taker.start));
    found.set(key, { is: 'parallel', nodes, known, ...(join && { join: join.lane }) });
    if (found.size >= MOST_FOUND) break;
  }
  return [...found.values()];
}

const MOST_FOUND = 50;
const MOST_BESIDE = 100;

/** The handoffs of a turn whose receivers worked at the same time, each agent once. */
function besideEachOther(handovers: readonly Handover[], columns: RunColumns): Handover[] {
  const beside: Handover[] = [];
  const lanes = new Set<number>();
  for (const handover of handovers) {
    if (lanes.has(handover.taker.lane) || beside.length >= MOST_BESIDE) continue;
    const fits = beside.every(other => areBeside(other, handover, columns));
    if (!fits) {
      // A later batch is a pattern of its own; one batch is enough to establish this one.
      if (beside.length > 1) break;
      beside.length = 0;
      lanes.clear();
    }
    beside.push(handover);
    lanes.add(handover.taker.lane);
  }
  return beside;
}

// Agents called by one step may run one after the other: only times can tell.
function areBeside(
  { handoff: one }: Handover,
  { handoff: other }: Handover,
  { timed, start, end }: RunColumns,
): boolean {
  if (one.by === 'nesting' || other.by === 'nesting') {
    const [first, second] = [one.to, other.to];
    return timed[first] === 1 && timed[second] === 1 && (end[first] as number) > (start[second] as number);
  }
  return Math.max(one.from, other.from) < Math.min(one.to, other.to);
}

/** The turn to which all of them handed work. */
function joinOf(turns: readonly Turn[]): Turn | undefined {
  const [first, ...others] = turns;
  return first?.to
    .map(({ taker }) => taker)
    .find(taker => others.every(other => taker.from.some(({ giver }) => giver === other)));
}
