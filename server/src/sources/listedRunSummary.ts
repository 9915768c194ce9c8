import type { RunSummary } from '../model/run';
import type { ListedRun } from '../model/runSource';
import { runKey } from '../runs/index/runKey';

/**
 * The summary of a run that a store lists, before it is loaded.
 *
 * @param folder the URI of the folder that the runs of the store are loaded into
 */
export function listedRunSummary(
  { id, family, title, status, startedAt, endedAt, agents, steps = 0 }: ListedRun,
  folder: string,
): RunSummary {
  return {
    key: runKey(family, id, folder),
    id,
    family,
    folder,
    title,
    status,
    ...(startedAt !== undefined && { startedAt }),
    ...(endedAt !== undefined && { endedAt }),
    agents,
    files: [],
    steps,
    problems: { error: 0, warning: 0, info: 0 },
    rules: [],
    changedAt: endedAt === undefined ? 0 : Number(endedAt / 1_000_000n),
  };
}
