import type { RunSummary, Step } from '../../model/run';
import type { IndexedRun } from '../../runs/assembly/indexedRun';
import type { RunIndex } from '../../runs/index/runIndex';

/** An update of a run: that it is new, or its new status, and its new or changed steps. */
export interface RunUpdate {
  run: IndexedRun;
  /** The run is new, or its status changed. */
  turned: boolean;
  steps: Step[];
}

/**
 * Tracks changes of an index's runs. Each call returns those since the last one, with runs in order of their start.
 *
 * @param only the key of the only run to track
 */
export function newSteps(index: RunIndex, only?: string): () => RunUpdate[] {
  const reported = new Map<string, { summary: RunSummary; steps: Map<string, string> }>();
  let revision = -1;

  function updatesOf(summary: RunSummary): RunUpdate[] {
    const known = reported.get(summary.key);
    // The index returns the same object for an unchanged run.
    if (known?.summary === summary) return [];
    const run = index.run(summary.key);
    if (!run) return [];
    const before = known?.steps ?? new Map<string, string>();
    const now = new Map<string, string>();
    const steps: Step[] = [];
    for (let i = 0; i < summary.steps; i++) {
      const step = run.step(i);
      const place = placeOf(step);
      const fingerprint = `${step.outcome} ${step.at} ${step.title}`;
      now.set(place, fingerprint);
      if (before.get(place) !== fingerprint) steps.push(step);
    }
    reported.set(summary.key, { summary, steps: now });
    const turned = known?.summary.status !== summary.status;
    return turned || steps.length > 0 ? [{ run, turned, steps }] : [];
  }

  return () => {
    if (index.revision() === revision) return [];
    revision = index.revision();
    const runs = index.runs().filter(({ key }) => only === undefined || key === only);
    return runs.toSorted(byStart).flatMap(updatesOf);
  };
}

/** Compares runs by start time; those without a time come first. */
export function byStart(a: RunSummary, b: RunSummary): number {
  const [first, second] = [a.startedAt ?? 0n, b.startedAt ?? 0n];
  if (first !== second) return first < second ? -1 : 1;
  return a.key < b.key ? -1 : 1;
}

// Identifies a step by its first source, so that it stays the same step when its response arrives.
function placeOf({ sources: [source] }: Step): string {
  return source ? `${source.uri}\0${source.part}\0${source.path.join('\0')}` : '';
}
