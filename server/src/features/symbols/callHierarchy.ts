import type {
  CallHierarchyIncomingCall,
  CallHierarchyItem,
  CallHierarchyOutgoingCall,
  Range,
  SymbolKind,
} from 'vscode-languageserver-types';
import type { LocatedName, Name } from '../../model/name';
import type { EnvelopeLocation } from '../../model/run';
import { agentInteractions, type Interaction } from './agentInteractions';
import { collectOccurrences } from './collectOccurrences';
import type { NameSearch } from './nameSearch';
import { sourceStart } from './sourceStart';

const CLASS: SymbolKind = 5;
const FUNCTION: SymbolKind = 12;

// Of what happened a thousand times the first places tell enough.
const MOST_RANGES = 50;

/** The agent or tool whose calls are asked for; none where another name stands. */
export function prepareCallHierarchy({ name, uri, range }: LocatedName): CallHierarchyItem[] {
  return name.kind === 'agent' || name.kind === 'tool' ? [itemOf(name, { uri, range })] : [];
}

/** Who hands to an agent, in all runs; of a tool who calls it. */
export function incomingCalls(item: CallHierarchyItem, search: NameSearch): CallHierarchyIncomingCall[] {
  const name = nameIn(item);
  if (!name) return [];
  const calls: CallHierarchyIncomingCall[] = [];
  for (const interaction of agentInteractions(search)) {
    if (!isOne(interaction.to, name)) continue;
    const { uri, ranges } = placesIn(interaction.sources, interaction.to, search);
    const from = itemOf(interaction.from, { uri, range: ranges[0] ?? START }, countOf(interaction));
    calls.push({ from, fromRanges: ranges });
  }
  return calls;
}

/** Whom an agent hands to, in all runs, and which tools it calls. */
export function outgoingCalls(item: CallHierarchyItem, search: NameSearch): CallHierarchyOutgoingCall[] {
  const name = nameIn(item);
  if (!name) return [];
  const calls: CallHierarchyOutgoingCall[] = [];
  for (const interaction of agentInteractions(search)) {
    if (!isOne(interaction.from, name)) continue;
    const here = interaction.sources.filter(({ uri }) => uri === item.uri);
    const { uri, ranges } = placesIn(here.length > 0 ? here : interaction.sources, interaction.to, search);
    const to = itemOf(interaction.to, { uri, range: ranges[0] ?? START }, countOf(interaction));
    // They are looked for in the file of the one that was asked for.
    calls.push({ to, fromRanges: uri === item.uri ? ranges : [] });
  }
  return calls;
}

const START = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

function itemOf(name: Name, { uri, range }: { uri: string; range: Range }, detail?: string): CallHierarchyItem {
  return {
    name: name.text,
    kind: name.kind === 'tool' ? FUNCTION : CLASS,
    ...(detail !== undefined && { detail }),
    uri,
    range,
    selectionRange: range,
    data: name,
  };
}

function countOf({ to, count }: Interaction): string {
  const noun = to.kind === 'tool' ? 'call' : 'handoff';
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Where a name stands in steps, in the file of the first of them. */
function placesIn(
  sources: readonly EnvelopeLocation[],
  { kind, text }: Name,
  search: NameSearch,
): { uri: string; ranges: Range[] } {
  const [first] = sources;
  if (!first) return { uri: '', ranges: [] };
  const { uri } = first;
  const own = sources.filter(one => one.uri === uri).slice(0, MOST_RANGES);
  const files = search.files.filter(file => file.uri === uri);
  const parts = new Set(own.map(({ part }) => part));
  const places = collectOccurrences({ kind, text }, search, { files, parts });
  const within = places.filter(place =>
    own.some(({ part, path }) => part === place.part && isAround(path, place.path)),
  );
  const ranges = oneEach(within).map(({ range }) => range);
  return { uri, ranges: ranges.length > 0 ? ranges : [sourceStart(first, files[0])] };
}

function isAround(path: EnvelopeLocation['path'], inner: EnvelopeLocation['path']): boolean {
  return path.every((step, at) => step === inner[at]);
}

// A message names whom it goes to and whom it is handed to: the last says what happens next.
function oneEach(places: readonly LocatedName[]): LocatedName[] {
  const last = new Map(places.map(place => [place.part, place]));
  return [...last.values()];
}

function isOne(tied: Name, { kind, text, of }: Name): boolean {
  return tied.kind === kind && tied.text === text && (of === undefined || tied.of === undefined || tied.of === of);
}

// The client sends back what it was given, but it need not.
function nameIn({ data }: CallHierarchyItem): Name | undefined {
  const { kind, text, of } = (data ?? {}) as Partial<Name>;
  if ((kind !== 'agent' && kind !== 'tool') || typeof text !== 'string') return undefined;
  return typeof of === 'string' ? { kind, text, of } : { kind, text };
}
