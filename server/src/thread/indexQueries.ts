import type { CallHierarchyItem, WorkspaceSymbol } from 'vscode-languageserver-types';
import { callTool } from '../features/agentTools/callTool';
import { createCursors, type ToolContext } from '../features/agentTools/toolContext';
import { lastNumber } from '../features/neighbourEnvelopes';
import { answerReplayQuestion } from '../features/replay/answerReplayQuestion';
import { type FileEnvelopeReader, fileEnvelopeReader } from '../features/replay/fileEnvelopeReader';
import { otherRuns, type ReplayedRun } from '../features/replay/replayedRun';
import { runBrief } from '../features/replay/runOverview';
import { lensSteps } from '../features/runs/codeLens';
import { filterCompletions } from '../features/runs/filterCompletions';
import { pathInRunsTree, stepsAt } from '../features/runs/pathInRunsTree';
import { runFiles } from '../features/runs/problemCounts';
import { runAsText, stepOf } from '../features/runs/runAsText';
import { runsTree } from '../features/runs/runsTree';
import { runDistinction, runTreeNode } from '../features/runs/runTreeNode';
import { searchMessages } from '../features/runs/searchMessages';
import { stateTree } from '../features/runs/stateTree';
import { type PlaceInFile, partAt, stepsOfFile } from '../features/runs/stepsOfFile';
import { nodeLocation } from '../features/runs/treeNodeId';
import { incomingCalls, outgoingCalls } from '../features/symbols/callHierarchy';
import { workspaceScope } from '../features/symbols/featureScope';
import { type SymbolQueryParams, symbolQueries } from '../features/symbols/rename';
import { searchInRun } from '../features/symbols/sortByRun';
import { symbolSearchFolder } from '../features/symbols/symbolSearchFolder';
import { resolveWorkspaceSymbol, workspaceSymbols } from '../features/symbols/workspaceSymbols';
import type { Range } from '../model/text';
import { spanRange } from '../runs/reading/envelopeLocator';
import { familyOf, sureEntries } from '../runs/reading/fileRecord';
import type { FileLocation, ReplayAt, Settings } from '../shared/lspExtensions';
import type { RequestParams } from '../shared/requests';
import { allRules } from '../sources/traceRules';
import { fileText } from '../text/lines';
import { memoizeByObject } from '../text/memoize';
import {
  currentFile,
  envelopeRangeFinder,
  type IndexQueryData,
  relativePathOf,
  searchContext,
  viewContext,
} from './indexQueryData';
import { settingsLookup } from './workspaceState';

/** The parameters of the query for the last number that ids of a sort use, such as 12 after `G-012`. A new id takes the next number. */
interface LastNumberParams {
  stem: string;
  /** Ids of families. */
  families: readonly string[];
  /** The URI of the file to leave out. */
  except: string;
}

/** The place of a position, if the analysis of an open document knows it. Otherwise this thread reads the file from its beginning. */
interface KnownPlace {
  place?: PlaceInFile | undefined;
}

/** All queries that the server can send to the index thread. Results are plain data. */
export const indexQueries = {
  tool: (queried: IndexQueryData, { name, input }: RequestParams<'agentEnvelopes/tool'>) =>
    callTool(name, input, toolContext(queried)),
  nodes: (queried: IndexQueryData, params: RequestParams<'agentEnvelopes/runs/nodes'>) =>
    runsTree(queried.index, params, viewContext(queried)),
  runNodesOf: ({ index }: IndexQueryData, { runs }: { runs: readonly string[] }) =>
    runs.map(key => {
      const run = index.run(key);
      // Its file has just been written, which does not mean that the run is live.
      return run ? runTreeNode({ ...run.summary, changedAt: 0 }, Date.now(), runDistinction(index, run.summary)) : null;
    }),
  filter: (queried: IndexQueryData, params: RequestParams<'agentEnvelopes/runs/filter'>) =>
    filterCompletions(queried.index, params, viewContext(queried).now, queried.said),
  said: (queried: IndexQueryData, { filter = '', ...params }: RequestParams<'agentEnvelopes/runs/said'>) =>
    searchMessages(searchContext(queried), { ...params, filter }),
  stepOf: ({ index }: IndexQueryData, { run, key }: { run: string; key?: string | undefined }) =>
    stepOf(index, run, key),
  files: ({ index }: IndexQueryData) => runFiles(index),
  path: (queried: IndexQueryData, params: RequestParams<'agentEnvelopes/runs/path'> & KnownPlace) =>
    pathInRunsTree(queried.index, params, {
      ...viewContext(queried),
      partAt: (uri, position) => {
        if (params.place) return params.place;
        const file = currentFile(queried, uri);
        return file && partAt(file, position);
      },
    }),
  location: (queried: IndexQueryData, { node }: RequestParams<'agentEnvelopes/runs/place'>): FileLocation | null => {
    const location = nodeLocation(queried.index, node);
    if (!location) return null;
    const { uri } = location;
    if (!('span' in location)) return { uri, range: envelopeRangeFinder(queried)(location) ?? START };
    const file = currentFile(queried, uri);
    return file ? { uri, range: spanRange(location.span, uri, fileText(file)) } : null;
  },
  state: (queried: IndexQueryData, params: RequestParams<'agentEnvelopes/state/nodes'>) => {
    const { fileAt, now } = viewContext(queried);
    const text = (uri: string) => {
      const file = currentFile(queried, uri);
      return file && fileText(file);
    };
    return stateTree(queried.index, params, { text, now, fileAt });
  },
  replay: (queried: IndexQueryData, params: RequestParams<'agentEnvelopes/replay'>) => queryReplay(queried, params),
  findReplay: (queried: IndexQueryData, params: RequestParams<'agentEnvelopes/replay/at'>) =>
    findReplay(queried, params),
  replayLocation: (queried: IndexQueryData, params: RequestParams<'agentEnvelopes/replay/place'>) =>
    replayLocation(queried, params),
  text: (queried: IndexQueryData, params: RequestParams<'agentEnvelopes/runs/text'>) => {
    const rangeOf = envelopeRangeFinder(queried);
    return (
      runAsText(queried.index, params, {
        rangeOf: location => rangeOf(location) ?? START,
        fileOf: relativePathOf(queried),
      }) ?? null
    );
  },
  lens: ({ index }: IndexQueryData, { uri }: { uri: string }) => lensSteps(index, uri),
  steps: ({ index }: IndexQueryData, { uri, parts }: { uri: string; parts: readonly string[] }) =>
    stepsOfFile(index, uri, new Set(parts)),
  definition: (queried: IndexQueryData, params: SymbolQueryParams['definition']) =>
    symbolQueries.definition(params, scopeOf(queried, params)),
  references: (queried: IndexQueryData, params: SymbolQueryParams['references']) =>
    symbolQueries.references(params, scopeOf(queried, params)),
  rename: (queried: IndexQueryData, params: SymbolQueryParams['rename']) =>
    symbolQueries.rename(params, scopeOf(queried, params)),
  featureFiles: (queried: IndexQueryData, { families }: { families: readonly string[] }) =>
    [...queried.index.records()]
      .filter(record => record.registry || sureEntries(record).some(entry => families.includes(familyOf(entry))))
      .map(({ uri }) => uri)
      .filter(uri => !isInSourceFolder(queried, uri)),
  lastNumber: (queried: IndexQueryData, { stem, families, except }: LastNumberParams): number =>
    lastNumber(queried.index.eachRecord(), {
      stem,
      families,
      isLeftOut: uri => uri === except || isInSourceFolder(queried, uri),
    }),
  incoming: (queried: IndexQueryData, { item }: { item: CallHierarchyItem }) =>
    incomingCalls(item, searchIn(queried, item.uri)),
  outgoing: (queried: IndexQueryData, { item }: { item: CallHierarchyItem }) =>
    outgoingCalls(item, searchIn(queried, item.uri)),
  symbols: (queried: IndexQueryData, { query, resolves }: { query: string; resolves: boolean }) =>
    workspaceSymbols(query, queried.index, { resolves, isSearched: uri => !isInSourceFolder(queried, uri) }),
  symbol: (queried: IndexQueryData, { symbol }: { symbol: WorkspaceSymbol }) => {
    const { uri } = symbol.location;
    return resolveWorkspaceSymbol(
      symbol,
      searchIn(queried, uri).files.find(file => file.uri === uri),
    );
  },
};

/** Runs a query by name. Throws if there is no such query, and rethrows the errors of the query. */
export function runQuery(
  query: string,
  queried: IndexQueryData,
  params: unknown,
  queries: Readonly<Record<string, unknown>> = indexQueries,
): unknown {
  if (!Object.hasOwn(queries, query)) throw new Error(`no query "${query}"`);
  const answer = queries[query] as (queried: IndexQueryData, params: unknown) => unknown;
  return answer(queried, params);
}

/** Returns the data from which tools answer in an editor: the workspace's folders, the open files with the editor's text, and all runs. */
function toolContext(queried: IndexQueryData): ToolContext {
  const folders = queried.folders().map(({ uri }) => uri);
  return {
    ...queried.toolPlaces(folders),
    folders,
    index: queried.index,
    // A query of runs is answered when all files are read.
    isReading: false,
    access: queried.access,
    opened: queried.opened,
    workspace: queried.workspace(),
    contextOf: queried.contextOf,
    replayOf: run => openReplay(queried, run),
    search: searchContext(queried),
    rules: allRules,
    redactsAll: false,
    cursors: cursorsOf(queried),
  };
}

const cursorsOf = memoizeByObject((_queried: IndexQueryData) => createCursors());

const START: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

function scopeOf(queried: IndexQueryData, { symbol }: SymbolQueryParams['definition']) {
  return workspaceScope(searchInRun(symbol, searchIn(queried, symbol.uri)));
}

function searchIn(queried: IndexQueryData, uri: string) {
  const search = symbolSearchFolder(
    queried,
    queried.folders().map(folder => folder.uri),
    uri,
  );
  return { ...search, files: search.files.filter(file => !isInSourceFolder(queried, file.uri)) };
}

function isInSourceFolder({ sourceFolders }: IndexQueryData, uri: string): boolean {
  return sourceFolders().some(folder => uri.startsWith(`${folder.uri}/`));
}

/** Answers a question about a replayed run; null if the run no longer exists. Throws if there is no such question or step. */
function queryReplay(
  queried: IndexQueryData,
  { run: key, question, params }: RequestParams<'agentEnvelopes/replay'>,
): unknown {
  return answerReplayQuestion(openReplay(queried, key), question, params);
}

/**
 * Returns the runs of a file, with the run and step at a position; without a position, with the first step of the file. Returns no step if
 * there is none at the position.
 */
function findReplay(queried: IndexQueryData, { uri, position }: RequestParams<'agentEnvelopes/replay/at'>): ReplayAt {
  const { index } = queried;
  const steps = index.stepsIn(uri);
  const keys = new Set(steps.map(({ run }) => run));
  const summaries = index.runs().filter(({ key, registry }) => keys.has(key) || registry === uri);
  const order = [...keys];
  const place = (key: string) => (keys.has(key) ? order.indexOf(key) : order.length);
  const runs = summaries.toSorted((one, other) => place(one.key) - place(other.key));
  const [at] = position ? stepsAt(index, uri, envelopeReaderIn(queried).placeAt(uri, position)) : steps;
  const run = at?.run ?? runs[0]?.key;
  return {
    runs: runs.map(summary => runBrief(summary, { fileOf: relativePathOf(queried) }, Date.now())),
    ...(run !== undefined && { run }),
    ...(at && { step: at.index }),
  };
}

/** Returns the location of a step's envelope, or of a value in the envelope; null if it no longer exists. */
function replayLocation(
  queried: IndexQueryData,
  { run: key, step, envelope, path }: RequestParams<'agentEnvelopes/replay/place'>,
): FileLocation | null {
  const asked = openReplay(queried, key);
  if (!asked || !(step >= 0 && step < asked.run.summary.steps)) return null;
  const { envelopes, copies = [] } = asked.run.step(step);
  const found = [...envelopes, ...copies][envelope];
  const inside = Array.isArray(path) ? path : [];
  const range = found && asked.reader.range({ ...found, path: [...found.path, ...inside] });
  return range ? { uri: found.uri, range } : null;
}

/** Returns a run prepared for the questions about its replay; undefined if it no longer exists. */
export function openReplay(queried: IndexQueryData, key: string): ReplayedRun | undefined {
  const { index } = queried;
  const run = index.run(key);
  if (!run) return undefined;
  return {
    run,
    reader: { ...envelopeReaderIn(queried), ...(queried.page && { page: queried.page }) },
    others: otherRuns(index, key),
    now: Date.now(),
    prices: pricesFor(queried, run.summary.files[0]),
  };
}

/** Returns the prices for a run in a file, also for a file outside of all folders. */
function pricesFor(queried: IndexQueryData, uri = ''): Settings['prices'] {
  const folders = queried.folders();
  const { prices } = settingsLookup(folders, queried.sourceFolders())(uri);
  return Object.keys(prices).length > 0 ? prices : (folders[0]?.settings.prices ?? {});
}

// Cached, so that a question can reuse what an earlier one read.
const envelopeReaderIn = memoizeByObject((queried: IndexQueryData): FileEnvelopeReader => {
  const { access, opened, contextOf } = queried;
  const record = (uri: string) => queried.index.record(uri);
  const fileAt = (path: string, from: string) => viewContext(queried).fileAt(path, from) ?? undefined;
  return fileEnvelopeReader({ access, opened, record, contextOf, fileOf: relativePathOf(queried), fileAt });
});
