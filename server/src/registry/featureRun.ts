import type { RegistryState } from '../model/run';

/** The space of feature runs, which several protocols and the registry share. */
export const FEATURE_RUNS = 'feature';

/** The id of a feature's workflow run. */
export function featureRun(feature: string, workflow?: string): string {
  return workflow ? `${feature} · ${workflow}` : feature;
}

/** The current run of a registry's feature: the last running workflow, else the last one that began. */
export function currentRun({ feature, workflows }: RegistryState): string {
  const begun = workflows.filter(({ status }) => status !== 'unknown');
  const current = begun.findLast(({ status }) => status === 'running') ?? begun.at(-1) ?? workflows[0];
  return featureRun(feature, current?.name);
}
