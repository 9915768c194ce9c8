import type { Location } from 'vscode-languageserver-types';
import type { EnvelopeLocation, RunSummary, Step } from '../../model/run';
import type { LocatedName, SymbolName } from '../../model/symbol';
import type { FileStep } from '../../runs/assembly/indexedRun';
import type { RunIndex } from '../../runs/index/runIndex';
import { compareValues, groupBy } from '../../shared/arrays';
import { SYMBOL_KINDS } from './symbolKinds';
import { collectOccurrences, type SymbolSearchFolder } from './symbolSearchFolder';

/** An occurrence of a symbol's name, with the step of a workflow run that contains it, if any. */
export interface OrderedName {
  place: LocatedName;
  step?: FileStep;
}

/** Sorts occurrences by run, oldest first, then by step; occurrences outside of steps come last. */
export function sortByRun(places: readonly LocatedName[], index: RunIndex): OrderedName[] {
  const rank = new Map(runsInOrder(index).map(({ key }, rank) => [key, rank]));
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
        envelopeIndex(a, index) - envelopeIndex(b, index) ||
        compareValues(a.place.uri, b.place.uri) ||
        a.place.range.start.line - b.place.range.start.line ||
        a.place.range.start.character - b.place.range.start.character,
    );
}

/** Creates a lookup of the innermost step that contains a location. */
export function stepFinder(
  index: RunIndex,
): (place: Pick<LocatedName, 'uri' | 'part' | 'path'>) => FileStep | undefined {
  const files = new Map<string, Map<string, FileStep[]>>();
  return ({ uri, part, path }) => {
    let parts = files.get(uri);
    if (!parts) {
      parts = groupBy(index.stepsIn(uri), ({ part }) => part);
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

/** Restricts the search for an id of a declared protocol to the run in which it stands: in another run, the same text is another id. */
export function searchInRun(symbol: LocatedName, search: SymbolSearchFolder): SymbolSearchFolder {
  if (symbol.name.kind !== 'id') return search;
  const stepOf = stepFinder(search.index);
  const run = stepOf(symbol)?.run;
  return run === undefined ? search : { ...search, isInScope: place => (stepOf(place)?.run ?? run) === run };
}

/** Returns the runs, oldest first; runs without a time last. */
export function runsInOrder(index: RunIndex): RunSummary[] {
  return index.runs().sort((a, b) => compareTimes(a.startedAt, b.startedAt) || compareValues(a.key, b.key));
}

function rankOf({ step }: OrderedName, rank: ReadonlyMap<string, number>): number {
  return (step && rank.get(step.run)) ?? Number.MAX_SAFE_INTEGER;
}

// A step's request precedes its response, whatever the names of their files.
function envelopeIndex({ step, place }: OrderedName, index: RunIndex): number {
  const envelopes = (step && index.run(step.run)?.step(step.index).envelopes) ?? [];
  return envelopes.findIndex(({ uri, part }) => uri === place.uri && part === place.part);
}

function compareTimes(a: bigint | undefined, b: bigint | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return compareValues(a, b);
}

/**
 * Returns the definition of a name: the envelope or entry that defines it, or the file named after it. Without a definition,
 * returns its first occurrence in the run of the request.
 */
export function nameDefinition(requested: LocatedName, search: SymbolSearchFolder): Location[] {
  const { name } = requested;
  const { namesRun, folder } = SYMBOL_KINDS[name.kind];
  const files = folder ? filesNamed(name.text, folder, search) : [];
  if (namesRun || folder) {
    // Logs define neither agents nor features, and the index knows the start of a run.
    const defining = collectOccurrences(name, search, {
      files: search.files.filter(({ lang }) => lang !== 'jsonl'),
    });
    const defined = [...files, ...defining.filter(({ role }) => role === 'defines')];
    if (defined.length > 0) return defined.map(locationOf);
    const first = firstInRuns(requested, search);
    if (first) return [locationOf(first)];
  }
  const places = collectOccurrences(name, search);
  const defined = places.filter(({ role }) => role === 'defines');
  if (defined.length > 0) return sortByRun(defined, search.index).map(({ place }) => locationOf(place));
  // A tool without a catalogue entry has no definition.
  if (name.kind === 'tool') return [];
  return sortByRun(places, search.index)
    .slice(0, 1)
    .map(({ place }) => locationOf(place));
}

const START = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

function filesNamed(name: string, folder: string, { files }: SymbolSearchFolder): Location[] {
  const end = `/${folder}/${encodeURIComponent(name)}.md`;
  return files.filter(({ uri }) => uri.endsWith(end)).map(({ uri }) => ({ uri, range: START }));
}

/** Finds the first occurrence of a name in the run of the request. Reads only files of that run's steps. */
function firstInRuns(requested: LocatedName, search: SymbolSearchFolder): LocatedName | undefined {
  const own = stepFinder(search.index)(requested)?.run;
  const others = own === undefined ? runsInOrder(search.index).filter(({ folder }) => folder === search.folder) : [];
  for (const key of own === undefined ? others.map(one => one.key) : [own]) {
    for (const step of firstSteps(key, requested.name, search)) {
      const place = placeIn(step.envelopes, requested.name, search);
      if (place) return place;
    }
  }
  return undefined;
}

// A step may name its run only in its response, or only through the registry beside it.
const MOST_TRIED = 20;

/** Returns the steps to search: a run's first steps; for an agent, steps in which it acts, then steps that hand over to it. */
function firstSteps(key: string, { kind, text }: SymbolName, { index }: SymbolSearchFolder): Step[] {
  const run = index.run(key);
  const first: Step[] = [];
  const others: Step[] = [];
  for (let at = 0; run && at < run.summary.steps && first.length < MOST_TRIED; at++) {
    const step = run.step(at);
    if (kind !== 'agent' || step.agent === text) first.push(step);
    else if (others.length < MOST_TRIED && goesTo(step, text)) others.push(step);
  }
  return [...first, ...others];
}

function goesTo({ peer, effects }: Step, agent: string): boolean {
  return peer === agent || effects.some(effect => effect.do === 'handoff' && effect.to === agent);
}

function placeIn(
  envelopes: readonly EnvelopeLocation[],
  name: SymbolName,
  search: SymbolSearchFolder,
): LocatedName | undefined {
  for (const { uri, part } of envelopes) {
    const files = search.files.filter(file => file.uri === uri);
    const [place] = collectOccurrences(name, search, { files, parts: new Set([part]), limit: 1 });
    if (place) return place;
  }
  return undefined;
}

function locationOf({ uri, range }: Pick<LocatedName, 'uri' | 'range'>): Location {
  return { uri, range };
}
