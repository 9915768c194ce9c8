import type { RunSummary } from '../../model/run';
import type { ReplayAnswer, ReplayParams } from '../../shared/replay/index';
import type { ReplayedRun } from './replayedRun';
import { runBrief } from './runOverview';

/** Returns the runs that a workflow run can be compared with, the most similar first. Leaves out runs without steps. */
export function comparableRuns(
  { run: { summary }, reader, others, now }: ReplayedRun,
  _params: ReplayParams<'candidates'>,
): ReplayAnswer<'candidates'> {
  const similarity = similarityTo(summary);
  return others
    .summaries()
    .filter(other => other.key !== summary.key && other.steps > 0)
    .map(other => ({ other, ranks: similarity(other) }))
    .sort((a, b) => compareRanks(a.ranks, b.ranks) || (a.other.key < b.other.key ? -1 : 1))
    .slice(0, MOST_RUNS)
    .map(({ other }) => runBrief(other, reader, now));
}

const MOST_RUNS = 200;

/**
 * Returns a function that rates the similarity of another run: by criteria in order of importance, greater numbers for more similar runs.
 */
function similarityTo({ family, agents, title, id, folder }: RunSummary): (other: RunSummary) => number[] {
  const own = new Set(agents);
  const [titleStem, idStem] = [stemOf(title), stemOf(id)];
  return other => [
    Number(other.family === family),
    agentOverlap(own, other.agents),
    Number(stemOf(other.title) === titleStem) + Number(idStem !== '' && stemOf(other.id) === idStem),
    Number(other.folder === folder),
    startOf(other),
  ];
}

/** Returns the overlap of the agents, rounded to 0 to 4: one different agent among many must not outweigh the runs' titles. */
function agentOverlap(own: ReadonlySet<string>, agents: readonly string[]): number {
  const all = own.size + agents.length;
  if (all === 0) return 4;
  let shared = 0;
  for (const agent of agents) if (own.has(agent)) shared++;
  return Math.round((4 * shared) / (all - shared));
}

/** Returns a name without its numbers, in which the names of iterations differ: `wf_1`, `wf_2`. */
function stemOf(name: string): string {
  return name
    .slice(0, LONGEST)
    .toLowerCase()
    .replace(/[\d\s\p{P}\p{S}]+/gu, ' ')
    .trim();
}

const LONGEST = 200;

function startOf({ startedAt, changedAt }: RunSummary): number {
  return startedAt === undefined ? changedAt : Number(startedAt) / 1e6;
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < a.length; at++) {
    const difference = (b[at] ?? 0) - (a[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
