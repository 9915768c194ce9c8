import type { RunSummary } from '../model/run';
import type { ListedRun } from '../model/runSource';

/** A run that was read, as a store lists it. */
export function listedOfSummary(
  { family, title, status, startedAt, endedAt, agents, steps }: RunSummary,
  id: string,
): ListedRun {
  return {
    ...{ id, family, title, status, agents, steps },
    ...(startedAt !== undefined && { startedAt }),
    ...(endedAt !== undefined && { endedAt }),
  };
}
