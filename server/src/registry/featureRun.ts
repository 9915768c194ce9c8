import type { RegistryState } from '../model/run';

/** The space of feature runs, which several protocols and the registry share. */
export const FEATURE_RUNS = 'feature';

/** The id of a feature's workflow run. */
export function featureRun(feature: string, workflow?: string): string {
  return workflow ? `${feature} · ${workflow}` : feature;
}

/** The current run of a registry's feature: of the last running workflow, else of the last one that began. */
export function currentRun({ feature, workflows }: RegistryState): string {
  const started = workflows.filter(({ status }) => status !== 'unknown');
  const current = started.findLast(({ status }) => status === 'running') ?? started.at(-1) ?? workflows[0];
  return featureRun(feature, current?.name);
}
