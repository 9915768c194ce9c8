import type { LocatedName } from '../../model/name';
import type { RunSummary } from '../../model/run';
import type { FileStep } from '../../runs/assembly/indexedRun';
import type { RunIndex } from '../../runs/index/runIndex';

/** A place, and the step that it stands in; none where no step is told there. */
export interface OrderedName {
  place: LocatedName;
  step?: FileStep;
}

/** Places in the order of their runs, the older run first, and within a run of its steps; what is no step comes last. */
export function sortByRun(places: readonly LocatedName[], index: RunIndex): OrderedName[] {
  const rank = runRanks(index);
  const stepOf = stepFinder(index);
  return places
    .map((place): OrderedName => {
      const step = stepOf(place);
      return step ? { place, step } : { place };
    })
    .sort(
      (one, two) =>
        rankOf(one, rank) - rankOf(two, rank) ||
        (one.step?.index ?? 0) - (two.step?.index ?? 0) ||
        sourceOf(one, index) - sourceOf(two, index) ||
        compare(one.place.uri, two.place.uri) ||
        one.place.range.start.line - two.place.range.start.line ||
        one.place.range.start.character - two.place.range.start.character,
    );
}

/** Finds the step that a place stands in: of steps that are nested in one envelope the nearest around it. */
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
      const isAround = step.path.every((key, at) => key === path[at]);
      if (isAround && step.path.length >= (nearest?.path.length ?? 0)) nearest = step;
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

/** The runs, the oldest first; those without a time last. */
export function runsInOrder(index: RunIndex): RunSummary[] {
  return index.runs().sort((one, two) => compareTimes(one.startedAt, two.startedAt) || compare(one.key, two.key));
}

function runRanks(index: RunIndex): ReadonlyMap<string, number> {
  return new Map(runsInOrder(index).map(({ key }, rank) => [key, rank]));
}

function rankOf({ step }: OrderedName, rank: ReadonlyMap<string, number>): number {
  return (step && rank.get(step.run)) ?? Number.MAX_SAFE_INTEGER;
}

// Of a step the ask comes before the answer, whatever their files are called.
function sourceOf({ step, place }: OrderedName, index: RunIndex): number {
  const sources = (step && index.run(step.run)?.step(step.index).sources) ?? [];
  return sources.findIndex(({ uri, part }) => uri === place.uri && part === place.part);
}

function compareTimes(one: bigint | undefined, two: bigint | undefined): number {
  if (one === undefined || two === undefined) return Number(one === undefined) - Number(two === undefined);
  return compare(one, two);
}

function compare<T extends string | bigint>(one: T, two: T): number {
  return one < two ? -1 : one > two ? 1 : 0;
}
