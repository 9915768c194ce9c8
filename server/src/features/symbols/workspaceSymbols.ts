import type { SymbolKind, WorkspaceSymbol } from 'vscode-languageserver-types';
import type { EnvelopeLocation, RunSummary } from '../../model/run';
import type { Range } from '../../model/text';
import type { RunIndex } from '../../runs/index/runIndex';
import { envelopeRange, lineIndexOf, lineLocator } from '../../runs/reading/envelopeLocator';
import { type Entry, sureEntries } from '../../runs/reading/fileRecord';
import { t } from '../../shared/l10n';
import { fileNameOf } from '../../text/decodeUri';
import { type SearchedFile, wholeText } from './searchedFiles';

const NAMESPACE: SymbolKind = 3;
const CLASS: SymbolKind = 5;
const FUNCTION: SymbolKind = 12;
const EVENT: SymbolKind = 24;

const MOST = 200;
// The minimum length of a query that also finds steps of runs. Their titles are sentences, and one or two letters match nearly all of them.
const SHORTEST_FOR_STEPS = 3;

/** A symbol's name and location; plain data, which the client sends back to resolve the symbol's range. */
interface Candidate {
  name: string;
  kind: SymbolKind;
  containerName: string;
  envelope: EnvelopeLocation;
}

/**
 * Finds workspace symbols by name: workflow runs, agents, tools and steps; steps also by the text of their hand-offs. An empty query lists the
 * runs, newest first.
 *
 * @param resolves whether the client resolves the range of a symbol later
 * @param isSearched returns whether to search a file
 */
export function workspaceSymbols(
  query: string,
  index: RunIndex,
  { resolves, isSearched = () => true }: { resolves: boolean; isSearched?: (uri: string) => boolean },
): WorkspaceSymbol[] {
  const wanted = query.trim();
  const search = { index, isSearched };
  const candidates =
    wanted === '' ? newestFirst(search) : [...runs(search), ...actors(search), ...steps(search, wanted)];
  return ranked(candidates, wanted).map(candidate => symbolOf(candidate, resolves));
}

/** Adds the range to a symbol's location. */
export function resolveWorkspaceSymbol(symbol: WorkspaceSymbol, file: SearchedFile | undefined): WorkspaceSymbol {
  const { uri } = symbol.location;
  return { ...symbol, location: { uri, range: envelopeStart(locationIn(symbol), file) } };
}

function ranked(candidates: readonly Candidate[], wanted: string): Candidate[] {
  if (wanted === '') return candidates.slice(0, MOST);
  const scored = candidates.flatMap(candidate => {
    const score = matchScore(wanted, candidate.name);
    return score > 0 ? [{ candidate, score }] : [];
  });
  // Sorting is stable, so among equal scores runs come first, then agents and tools, then steps.
  return scored
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ candidate }) => candidate);
}

interface SymbolSearch {
  index: RunIndex;
  isSearched(uri: string): boolean;
}

function newestFirst(search: SymbolSearch): Candidate[] {
  const changedAt = new Map(searchedRuns(search).map(({ key, changedAt }) => [key, changedAt]));
  return [...changedAt]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST)
    .flatMap(([key]) => runCandidate(key, search.index));
}

function runs(search: SymbolSearch): Candidate[] {
  return searchedRuns(search).flatMap(({ key }) => runCandidate(key, search.index));
}

function searchedRuns({ index, isSearched }: SymbolSearch): RunSummary[] {
  return index.runs().filter(({ registry, files: [file] }) => isSearched(registry ?? file ?? ''));
}

function runCandidate(key: string, index: RunIndex): Candidate[] {
  const run = index.run(key);
  if (!run) return [];
  const { id, title, family, registry, steps, files } = run.summary;
  const location = steps > 0 ? run.step(0).envelopes[0] : undefined;
  const uri = registry ?? files[0];
  const at = location ?? (uri === undefined ? undefined : { uri, part: 'root', path: [] });
  if (!at) return [];
  return [
    { name: title === id ? id : `${id}: ${title}`, kind: NAMESPACE, containerName: t`run · ${family}`, envelope: at },
  ];
}

/** Returns the agents and tools, each at its first occurrence. */
function actors(search: SymbolSearch): Candidate[] {
  const agents = new Map<string, EnvelopeLocation>();
  const tools = new Map<string, EnvelopeLocation>();
  for (const { uri, entry } of entries(search)) {
    const add = (known: Map<string, EnvelopeLocation>, name: string | undefined) => {
      if (name !== undefined && !known.has(name)) known.set(name, locationOf(uri, entry));
    };
    add(agents, entry.agent);
    add(agents, entry.peer);
    for (const effect of entry.effects ?? []) {
      if (effect.do === 'handoff') add(agents, effect.to);
      if (effect.do === 'call') add(tools, effect.tool);
    }
  }
  return [
    ...[...agents].map(([name, location]) => ({ name, kind: CLASS, containerName: t`agent`, envelope: location })),
    ...[...tools].map(([name, location]) => ({ name, kind: FUNCTION, containerName: t`tool`, envelope: location })),
  ];
}

function* steps(search: SymbolSearch, wanted: string): Iterable<Candidate> {
  if (wanted.length < SHORTEST_FOR_STEPS) return;
  for (const { uri, entry } of entries(search)) {
    const containerName = entry.run ?? fileNameOf(uri);
    // There may be very many: keep only matches.
    for (const name of textsOf(entry)) {
      if (matchScore(wanted, name) > 0) yield { name, kind: EVENT, containerName, envelope: locationOf(uri, entry) };
    }
  }
}

/**
 * Returns the texts by which a step is found: its title, and the texts of its hand-offs. Each text is the name of its symbol,
 * since clients drop symbols whose name does not match.
 */
function textsOf({ title, effects = [] }: Entry): Set<string> {
  return new Set([title, ...effects.flatMap(effect => (effect.do === 'handoff' && effect.text ? [effect.text] : []))]);
}

function* entries({ index, isSearched }: SymbolSearch): Iterable<{ uri: string; entry: Entry }> {
  for (const record of index.records()) {
    const { uri } = record;
    if (isSearched(uri)) for (const entry of sureEntries(record)) yield { uri, entry };
  }
}

function locationOf(uri: string, { part, path = [] }: Entry): EnvelopeLocation {
  return { uri, part, path };
}

function symbolOf({ name, kind, containerName, envelope: found }: Candidate, resolves: boolean): WorkspaceSymbol {
  const { uri, part, path } = found;
  const location = resolves ? { uri } : { uri, range: envelopeStart(found) };
  return { name, kind, containerName, location, data: { part, path } };
}

function locationIn({ location: { uri }, data }: WorkspaceSymbol): EnvelopeLocation {
  const { part, path } = (data ?? {}) as Partial<EnvelopeLocation>;
  return { uri, part: typeof part === 'string' ? part : 'root', path: Array.isArray(path) ? path : [] };
}

/**
 * Returns how well a text matches a query; 0 if the text lacks the letters in their order. Ranks, best first: exact, prefix,
 * start of a word, substring, scattered letters; shorter texts before longer ones.
 */
export function matchScore(typed: string, text: string): number {
  const wanted = typed.toLowerCase();
  const within = text.toLowerCase();
  const rank = rankOf(wanted, within);
  return rank === 0 ? 0 : rank + 1 / (1 + text.length);
}

function rankOf(wanted: string, within: string): number {
  if (within === wanted) return 5;
  const at = within.indexOf(wanted);
  if (at === 0) return 4;
  if (at > 0) return WORD.test(within[at - 1] ?? '') ? 2 : 3;
  return isScatteredIn(wanted, within) ? 1 : 0;
}

const WORD = /[\p{L}\p{N}]/u;

function isScatteredIn(wanted: string, within: string): boolean {
  let at = -1;
  for (const letter of wanted) {
    if (letter === ' ') continue;
    at = within.indexOf(letter, at + 1);
    if (at < 0) return false;
  }
  return true;
}

/** Returns the start of a step's envelope; without the file, only as exact as the part's id. */
export function envelopeStart(location: EnvelopeLocation, file?: SearchedFile): Range {
  const { start } = rangeOf(location, file);
  return { start, end: start };
}

function rangeOf(location: EnvelopeLocation, file: SearchedFile | undefined): Range {
  const line = lineIndexOf(location.part);
  if (line === undefined) return file ? envelopeRange(location, wholeText(file)) : emptyAt(0);
  return file ? lineLocator(file.line(line), line)(location.path) : emptyAt(line);
}

function emptyAt(line: number): Range {
  const at = { line, character: 0 };
  return { start: at, end: at };
}
