import type { RegistryState } from '../model/run';

/** The space of the runs of features: several protocols tell of them, and their registry does. */
export const FEATURE_RUNS = 'feature';

/** What a run of a workflow over a feature is called: by both, as the protocols name them. */
export function featureRun(feature: string, workflow?: string): string {
  return workflow ? `${feature} · ${workflow}` : feature;
}

/** The run that a registry's feature is at: the last workflow that goes on, else the last that was begun. */
export function currentRun({ feature, workflows }: RegistryState): string {
  const begun = workflows.filter(({ status }) => status !== 'unknown');
  const current = begun.findLast(({ status }) => status === 'running') ?? begun.at(-1) ?? workflows[0];
  return featureRun(feature, current?.name);
}
