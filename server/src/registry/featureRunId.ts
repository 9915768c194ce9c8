import type { RegistryState } from '../model/run';

/** Returns the id of a workflow run on a feature, such as `005-invites · specify`. Without a workflow, the id is the name of the feature. */
export function featureRunId(feature: string, workflow?: string): string {
  return workflow ? `${feature} · ${workflow}` : feature;
}

/**
 * The prefix of the ids of runs that are named after a feature. All protocols share it, so that a registry and envelopes of several
 * protocols can belong to the same run.
 */
export const FEATURE_RUNS = 'feature';

/** Returns the id of a feature's current run: of the last running workflow, otherwise of the last workflow that began. */
export function currentRunId({ feature, workflows }: RegistryState): string {
  const started = workflows.filter(({ status }) => status !== 'unknown');
  const current = started.findLast(({ status }) => status === 'running') ?? started.at(-1) ?? workflows[0];
  return featureRunId(feature, current?.name);
}
