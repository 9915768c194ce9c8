import type { RunSummary, Step } from '../../model/run';
import type { IndexedRun } from '../../runs/assembly/indexedRun';
import type { RunIndex } from '../../runs/index/runIndex';

/** What is told of a run that changed: that it is there, or how it stands now, and its steps that are new or others. */
export interface RunUpdate {
  run: IndexedRun;
  /** It was not there before, or its status is another. */
  turned: boolean;
  steps: Step[];
}

/**
 * Remembers what was told of the runs of an index. Each call says what is new since the last one, of runs in the order in
 * which they began.
 *
 * @param only the key of the one run to look at
 */
export function newSteps(index: RunIndex, only?: string): () => RunUpdate[] {
  const told = new Map<string, { summary: RunSummary; steps: Map<string, string> }>();
  let revision = -1;

  function newsOf(summary: RunSummary): RunUpdate[] {
    const known = told.get(summary.key);
    // Of a run in which nothing has changed the index answers the same object.
    if (known?.summary === summary) return [];
    const run = index.run(summary.key);
    if (!run) return [];
    const before = known?.steps ?? new Map<string, string>();
    const now = new Map<string, string>();
    const steps: Step[] = [];
    for (let i = 0; i < summary.steps; i++) {
      const step = run.step(i);
      const place = placeOf(step);
      const said = `${step.outcome} ${step.at} ${step.title}`;
      now.set(place, said);
      if (before.get(place) !== said) steps.push(step);
    }
    told.set(summary.key, { summary, steps: now });
    const turned = known?.summary.status !== summary.status;
    return turned || steps.length > 0 ? [{ run, turned, steps }] : [];
  }

  return () => {
    if (index.revision() === revision) return [];
    revision = index.revision();
    const runs = index.runs().filter(({ key }) => only === undefined || key === only);
    return runs.toSorted(byStart).flatMap(newsOf);
  };
}

/** The order in which runs began; what has no time first. */
export function byStart(one: RunSummary, other: RunSummary): number {
  const [first, second] = [one.startedAt ?? 0n, other.startedAt ?? 0n];
  if (first !== second) return first < second ? -1 : 1;
  return one.key < other.key ? -1 : 1;
}

// An answer that comes later makes no other step of it.
function placeOf({ sources: [source] }: Step): string {
  return source ? `${source.uri}\0${source.part}\0${source.path.join('\0')}` : '';
}
