import type { LocatedName } from '../../model/name';
import type { RunSummary } from '../../model/run';
import type { FileStep } from '../../runs/assembly/indexedRun';
import type { RunIndex } from '../../runs/index/runIndex';

/** An occurrence, with the step that contains it, if any. */
export interface OrderedName {
  place: LocatedName;
  step?: FileStep;
}

/** Sorts occurrences by run, oldest first, then by step; those outside of steps come last. */
export function sortByRun(places: readonly LocatedName[], index: RunIndex): OrderedName[] {
  const rank = runRanks(index);
  const stepOf = stepFinder(index);
  return places
    .map((place): OrderedName => {
      const step = stepOf(place);
      return step ? { place, step } : { place };
    })
    .sort(
      (a, b) =>
        rankOf(a, rank) - rankOf(b, rank) ||
        (a.step?.index ?? 0) - (b.step?.index ?? 0) ||
        sourceOf(a, index) - sourceOf(b, index) ||
        compare(a.place.uri, b.place.uri) ||
        a.place.range.start.line - b.place.range.start.line ||
        a.place.range.start.character - b.place.range.start.character,
    );
}

/** Creates a lookup of the step that contains a location; the innermost one if steps are nested. */
export function stepFinder(
  index: RunIndex,
): (place: Pick<LocatedName, 'uri' | 'part' | 'path'>) => FileStep | undefined {
  const files = new Map<string, Map<string, FileStep[]>>();
  return ({ uri, part, path }) => {
    let parts = files.get(uri);
    if (!parts) {
      parts = byPart(index.stepsIn(uri));
      files.set(uri, parts);
    }
    let nearest: FileStep | undefined;
    for (const step of parts.get(part) ?? []) {
      const contains = step.path.every((key, at) => key === path[at]);
      if (contains && step.path.length >= (nearest?.path.length ?? 0)) nearest = step;
    }
    return nearest;
  };
}

function byPart(steps: readonly FileStep[]): Map<string, FileStep[]> {
  const parts = new Map<string, FileStep[]>();
  for (const step of steps) {
    const known = parts.get(step.part);
    if (known) known.push(step);
    else parts.set(step.part, [step]);
  }
  return parts;
}

/** The runs, oldest first; those without a time last. */
export function runsInOrder(index: RunIndex): RunSummary[] {
  return index.runs().sort((a, b) => compareTimes(a.startedAt, b.startedAt) || compare(a.key, b.key));
}

function runRanks(index: RunIndex): ReadonlyMap<string, number> {
  return new Map(runsInOrder(index).map(({ key }, rank) => [key, rank]));
}

function rankOf({ step }: OrderedName, rank: ReadonlyMap<string, number>): number {
  return (step && rank.get(step.run)) ?? Number.MAX_SAFE_INTEGER;
}

// A step's request comes before its response, whatever their files are called.
function sourceOf({ step, place }: OrderedName, index: RunIndex): number {
  const sources = (step && index.run(step.run)?.step(step.index).sources) ?? [];
  return sources.findIndex(({ uri, part }) => uri === place.uri && part === place.part);
}

function compareTimes(a: bigint | undefined, b: bigint | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return compare(a, b);
}

function compare<T extends string | bigint>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
