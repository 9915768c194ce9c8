import type {
  CallHierarchyIncomingCall,
  CallHierarchyItem,
  CallHierarchyOutgoingCall,
  Range,
  SymbolKind,
} from 'vscode-languageserver-types';
import type { EnvelopeLocation, Step } from '../../model/run';
import type { LocatedName, SymbolName } from '../../model/symbol';
import type { IndexedRun } from '../../runs/assembly/indexedRun';
import { t } from '../../shared/l10n';
import { runsInOrder } from './sortByRun';
import { collectOccurrences, type SymbolSearchFolder } from './symbolSearchFolder';
import { envelopeStart } from './workspaceSymbols';

const CLASS: SymbolKind = 5;
const FUNCTION: SymbolKind = 12;

// The maximum number of locations that are listed for one call, which may have happened a thousand times.
const MOST_RANGES = 50;

/** Returns the call hierarchy item for an agent's or tool's name; an empty list for any other name. */
export function prepareCallHierarchy({ name, uri, range }: LocatedName): CallHierarchyItem[] {
  return name.kind === 'agent' || name.kind === 'tool' ? [itemOf(name, { uri, range })] : [];
}

/** Returns the agents that hand over to an agent, or call a tool, in all runs. */
export function incomingCalls(item: CallHierarchyItem, search: SymbolSearchFolder): CallHierarchyIncomingCall[] {
  const name = nameIn(item);
  if (!name) return [];
  const calls: CallHierarchyIncomingCall[] = [];
  for (const interaction of agentInteractions(search)) {
    if (!matchesName(interaction.to, name)) continue;
    const { uri, ranges } = placesIn(interaction.envelopes, interaction.to, search);
    const from = itemOf(interaction.from, { uri, range: ranges[0] ?? START }, countOf(interaction));
    calls.push({ from, fromRanges: ranges });
  }
  return calls;
}

/** Returns the agents that an agent hands over to, and the tools that it calls, in all runs. */
export function outgoingCalls(item: CallHierarchyItem, search: SymbolSearchFolder): CallHierarchyOutgoingCall[] {
  const name = nameIn(item);
  if (!name) return [];
  const calls: CallHierarchyOutgoingCall[] = [];
  for (const interaction of agentInteractions(search)) {
    if (!matchesName(interaction.from, name)) continue;
    const here = interaction.envelopes.filter(({ uri }) => uri === item.uri);
    const { uri, ranges } = placesIn(here.length > 0 ? here : interaction.envelopes, interaction.to, search);
    const to = itemOf(interaction.to, { uri, range: ranges[0] ?? START }, countOf(interaction));
    // Clients interpret these ranges in the file of the requested item.
    calls.push({ to, fromRanges: uri === item.uri ? ranges : [] });
  }
  return calls;
}

const START = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

function itemOf(name: SymbolName, { uri, range }: { uri: string; range: Range }, detail?: string): CallHierarchyItem {
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
  if (to.kind === 'tool') return count === 1 ? t`1 call` : t`${count} calls`;
  return count === 1 ? t`1 handoff` : t`${count} handoffs`;
}

/** Returns the ranges of a name in the steps of the first envelope's file. */
function placesIn(
  envelopes: readonly EnvelopeLocation[],
  { kind, text }: SymbolName,
  search: SymbolSearchFolder,
): { uri: string; ranges: Range[] } {
  const [first] = envelopes;
  if (!first) return { uri: '', ranges: [] };
  const { uri } = first;
  const own = envelopes.filter(one => one.uri === uri).slice(0, MOST_RANGES);
  const files = search.files.filter(file => file.uri === uri);
  const parts = new Set(own.map(({ part }) => part));
  const places = collectOccurrences({ kind, text }, search, { files, parts });
  const within = places.filter(place =>
    own.some(({ part, path }) => part === place.part && path.every((step, at) => step === place.path[at])),
  );
  const ranges = lastPerPart(within).map(({ range }) => range);
  return { uri, ranges: ranges.length > 0 ? ranges : [envelopeStart(first, files[0])] };
}

// A message names its receiver and the agent that it hands over to. Keeps the last name of a part, the hand-off.
function lastPerPart(places: readonly LocatedName[]): LocatedName[] {
  const last = new Map(places.map(place => [place.part, place]));
  return [...last.values()];
}

function matchesName(candidate: SymbolName, { kind, text, of }: SymbolName): boolean {
  return (
    candidate.kind === kind &&
    candidate.text === text &&
    (of === undefined || candidate.of === undefined || candidate.of === of)
  );
}

// The data comes back from the client, which may send anything.
function nameIn({ data }: CallHierarchyItem): SymbolName | undefined {
  const { kind, text, of } = (data ?? {}) as Partial<SymbolName>;
  if ((kind !== 'agent' && kind !== 'tool') || typeof text !== 'string') return undefined;
  return typeof of === 'string' ? { kind, text, of } : { kind, text };
}

/** The hand-offs from an agent to another, or its calls of a tool, in all runs. */
interface Interaction {
  from: SymbolName;
  to: SymbolName;
  count: number;
  /** The envelopes of these hand-offs or calls, in run order. */
  envelopes: EnvelopeLocation[];
}

/** Returns the hand-offs between agents and the calls of tools, in all runs of a workspace folder. */
function agentInteractions({ index, folder }: SymbolSearchFolder): Interaction[] {
  const interactions = new Map<string, Interaction>();
  for (const summary of runsInOrder(index)) {
    if (summary.folder !== folder) continue;
    const run = index.run(summary.key);
    for (let at = 0; run && at < summary.steps; at++) addStep(run.step(at), run, interactions);
  }
  return [...interactions.values()];
}

function addStep(step: Step, run: IndexedRun, interactions: Map<string, Interaction>): void {
  const [location] = step.envelopes;
  const agent = agentOf(step, run);
  if (agent === undefined || !location) return;
  for (const to of targetsOf(step, agent)) {
    const key = JSON.stringify([agent, to.kind, to.text]);
    const interaction = interactions.get(key) ?? { from: { kind: 'agent', text: agent }, to, count: 0, envelopes: [] };
    interaction.count++;
    interaction.envelopes.push(location);
    interactions.set(key, interaction);
  }
}

/** Returns the agent of a step, otherwise of its nearest ancestor with an agent. */
function agentOf({ agent, parent }: Step, run: IndexedRun): string | undefined {
  if (agent !== undefined || parent === undefined) return agent;
  return agentOf(run.step(parent), run);
}

function targetsOf({ peer, effects }: Step, agent: string): SymbolName[] {
  const handoffs = effects.flatMap(effect => (effect.do === 'handoff' ? [effect.to] : []));
  const agents = new Set([...(peer === undefined ? [] : [peer]), ...handoffs]);
  agents.delete(agent);
  const tools = effects.flatMap(effect => (effect.do === 'call' ? [effect.tool] : []));
  return [
    ...[...agents].map((text): SymbolName => ({ kind: 'agent', text })),
    ...[...new Set(tools)].map((text): SymbolName => ({ kind: 'tool', text, of: agent })),
  ];
}
