import type { CallHierarchyItem, WorkspaceSymbol } from 'vscode-languageserver-types';
import { lastNumber } from '../features/neighbourEnvelopes';
import { compare } from '../features/replay/compare';
import { difference } from '../features/replay/difference';
import { exportRun } from '../features/replay/exportRun';
import { runBrief } from '../features/replay/overview';
import { portableQuestions } from '../features/replay/portableQuestions';
import { redactions } from '../features/replay/redactedReplay';
import type { ReplayContext } from '../features/replay/replayContext';
import { type SourceReader, sourceReader } from '../features/replay/sourceReader';
import { lensSteps } from '../features/runs/codeLens';
import { fileSteps, partAt } from '../features/runs/fileSteps';
import { filterCompletions } from '../features/runs/filterCompletions';
import { nodeSource } from '../features/runs/nodeId';
import { runFiles } from '../features/runs/problems';
import { runDistinction, runNode } from '../features/runs/runNode';
import { runNodes } from '../features/runs/runNodes';
import { runPath, stepsAt } from '../features/runs/runPath';
import { runText, stepOf } from '../features/runs/runText';
import { searchSaid } from '../features/runs/searchSaid';
import { stateNodes } from '../features/runs/stateNodes';
import { incomingCalls, outgoingCalls } from '../features/symbols/callHierarchy';
import { workspaceScope } from '../features/symbols/featureScope';
import { nameSearch } from '../features/symbols/nameSearch';
import { type SymbolQueryParams, symbolQueries } from '../features/symbols/rename';
import { resolveWorkspaceSymbol, workspaceSymbols } from '../features/symbols/workspaceSymbols';
import type { Range } from '../model/text';
import { familyOf, sureEntries } from '../runs/reading/fileRecord';
import { spanRange } from '../runs/reading/partLocation';
import type { FileLocation, ReplayAt, Settings } from '../shared/protocol';
import type { ReplayQuestion, ReplayQuestions } from '../shared/replay/index';
import type { RequestParams } from '../shared/requests';
import { type PreparedSending, prepareSending } from '../sources/send/prepareSending';
import { fileText } from '../text/lines';
import { memoizeByObject } from '../text/memoize';
import {
  currentFile,
  type QueryContext,
  relativePathOf,
  searchContext,
  sourceRangeFinder,
  viewContext,
} from './queryContext';
import { settingsLookup } from './workspaceState';

interface LastNumberParams {
  stem: string;
  /** Ids of families. */
  families: readonly string[];
  /** The URI of the file to leave out. */
  except: string;
}

/** All queries that the server can send to the index thread. Results are plain data. */
export const indexQueries = {
  nodes: (context: QueryContext, params: RequestParams<'agentEnvelopes/runs/nodes'>) =>
    runNodes(context.index, params, viewContext(context)),
  runNodesOf: ({ index }: QueryContext, { runs }: { runs: readonly string[] }) =>
    runs.map(key => {
      const run = index.run(key);
      // Its file has just been written, which does not mean that the run is live.
      return run ? runNode({ ...run.summary, changedAt: 0 }, Date.now(), runDistinction(index, run.summary)) : null;
    }),
  filter: (context: QueryContext, params: RequestParams<'agentEnvelopes/runs/filter'>) =>
    filterCompletions(context.index, params, viewContext(context).now, context.said),
  said: (context: QueryContext, { filter = '', ...params }: RequestParams<'agentEnvelopes/runs/said'>) =>
    searchSaid(searchContext(context), { ...params, filter }),
  stepOf: ({ index }: QueryContext, { run, key }: { run: string; key?: string | undefined }) => stepOf(index, run, key),
  files: ({ index }: QueryContext) => runFiles(index),
  path: (context: QueryContext, params: RequestParams<'agentEnvelopes/runs/path'>) =>
    runPath(context.index, params, {
      ...viewContext(context),
      partAt: (uri, position) => {
        const file = currentFile(context, uri);
        return file && partAt(file, position);
      },
    }),
  location: (context: QueryContext, { node }: RequestParams<'agentEnvelopes/runs/place'>): FileLocation | null => {
    const source = nodeSource(context.index, node);
    if (!source) return null;
    const { uri } = source;
    if (!('span' in source)) return { uri, range: sourceRangeFinder(context)(source) ?? START };
    const file = currentFile(context, uri);
    return file ? { uri, range: spanRange(source.span, uri, fileText(file)) } : null;
  },
  state: (context: QueryContext, params: RequestParams<'agentEnvelopes/state/nodes'>) => {
    const { fileAt, now } = viewContext(context);
    const text = (uri: string) => {
      const file = currentFile(context, uri);
      return file && fileText(file);
    };
    return stateNodes(context.index, params, { text, now, fileAt });
  },
  replay: (context: QueryContext, params: RequestParams<'agentEnvelopes/replay'>) => queryReplay(context, params),
  findReplay: (context: QueryContext, params: RequestParams<'agentEnvelopes/replay/at'>) => findReplay(context, params),
  replayLocation: (context: QueryContext, params: RequestParams<'agentEnvelopes/replay/place'>) =>
    replayLocation(context, params),
  sending: (context: QueryContext, params: RequestParams<'agentEnvelopes/sending/prepare'>) =>
    prepareRun(context, params),
  text: (context: QueryContext, params: RequestParams<'agentEnvelopes/runs/text'>) => {
    const rangeOf = sourceRangeFinder(context);
    return (
      runText(context.index, params, {
        rangeOf: source => rangeOf(source) ?? START,
        fileOf: relativePathOf(context),
      }) ?? null
    );
  },
  lens: ({ index }: QueryContext, { uri }: { uri: string }) => lensSteps(index, uri),
  steps: ({ index }: QueryContext, { uri, lines }: { uri: string; lines: { first: number; last: number } }) =>
    fileSteps(index, uri, lines),
  definition: (context: QueryContext, params: SymbolQueryParams['definition']) =>
    symbolQueries.definition(params, scopeOf(context, params)),
  references: (context: QueryContext, params: SymbolQueryParams['references']) =>
    symbolQueries.references(params, scopeOf(context, params)),
  rename: (context: QueryContext, params: SymbolQueryParams['rename']) =>
    symbolQueries.rename(params, scopeOf(context, params)),
  featureFiles: (context: QueryContext, { families }: { families: readonly string[] }) =>
    [...context.index.records()]
      .filter(record => record.registry || sureEntries(record).some(entry => families.includes(familyOf(entry))))
      .map(({ uri }) => uri)
      .filter(uri => !isInSourceFolder(context, uri)),
  lastNumber: (context: QueryContext, { stem, families, except }: LastNumberParams): number =>
    lastNumber(context.index.eachRecord(), {
      stem,
      families,
      isLeftOut: uri => uri === except || isInSourceFolder(context, uri),
    }),
  incoming: (context: QueryContext, { item }: { item: CallHierarchyItem }) =>
    incomingCalls(item, searchIn(context, item.uri)),
  outgoing: (context: QueryContext, { item }: { item: CallHierarchyItem }) =>
    outgoingCalls(item, searchIn(context, item.uri)),
  symbols: (context: QueryContext, { query, resolves }: { query: string; resolves: boolean }) =>
    workspaceSymbols(query, context.index, { resolves, isSearched: uri => !isInSourceFolder(context, uri) }),
  symbol: (context: QueryContext, { symbol }: { symbol: WorkspaceSymbol }) => {
    const { uri } = symbol.location;
    return resolveWorkspaceSymbol(
      symbol,
      searchIn(context, uri).files.find(file => file.uri === uri),
    );
  },
};

export type IndexQuery = keyof typeof indexQueries;
export type QueryParams<Q extends IndexQuery> = Parameters<(typeof indexQueries)[Q]>[1];
export type QueryResult<Q extends IndexQuery> = ReturnType<(typeof indexQueries)[Q]>;

/** Runs a query by name. Throws if there is no such query, and rethrows the errors of the query. */
export function runQuery(query: string, context: QueryContext, params: unknown): unknown {
  if (!Object.hasOwn(indexQueries, query)) throw new Error(`no query "${query}"`);
  const answer = indexQueries[query as IndexQuery] as (context: QueryContext, params: unknown) => unknown;
  return answer(context, params);
}

const START: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

function scopeOf(context: QueryContext, { symbol }: SymbolQueryParams['definition']) {
  return workspaceScope(searchIn(context, symbol.uri));
}

function searchIn(context: QueryContext, uri: string) {
  const search = nameSearch(
    context,
    context.folders().map(folder => folder.uri),
    uri,
  );
  return { ...search, files: search.files.filter(file => !isInSourceFolder(context, file.uri)) };
}

function isInSourceFolder({ sourceFolders }: QueryContext, uri: string): boolean {
  return sourceFolders().some(folder => uri.startsWith(`${folder.uri}/`));
}

/** Answers the replay page's questions, by name. Throw RangeError for a step that does not exist. */
export const replayQuestions: {
  [Q in ReplayQuestion]: (replay: ReplayContext, params: ReplayQuestions[Q]['params']) => ReplayQuestions[Q]['answer'];
} = { ...portableQuestions, compare, difference, redactions, export: exportRun };

/** Answers a question about a replayed run; null if the run is gone. Throws if there is no such question or step. */
function queryReplay(
  context: QueryContext,
  { run: key, question, params }: RequestParams<'agentEnvelopes/replay'>,
): unknown {
  if (!Object.hasOwn(replayQuestions, question)) throw new Error(`no question "${question}" of a replay`);
  const asked = openReplay(context, key);
  if (!asked) return null;
  const answer = replayQuestions[question] as (replay: ReplayContext, params: unknown) => unknown;
  return answer(asked, params ?? {});
}

/**
 * The runs of a file, and the run and step at a position in it; without a position, the first step of the file. Returns no
 * step if there is none at the position.
 */
function findReplay(context: QueryContext, { uri, position }: RequestParams<'agentEnvelopes/replay/at'>): ReplayAt {
  const { index } = context;
  const steps = index.stepsIn(uri);
  const keys = new Set(steps.map(({ run }) => run));
  const summaries = index.runs().filter(({ key, registry }) => keys.has(key) || registry === uri);
  const order = [...keys];
  const place = (key: string) => (keys.has(key) ? order.indexOf(key) : order.length);
  const runs = summaries.toSorted((one, other) => place(one.key) - place(other.key));
  const [at] = position ? stepsAt(index, uri, sourceReaderIn(context).placeAt(uri, position)) : steps;
  const run = at?.run ?? runs[0]?.key;
  return {
    runs: runs.map(summary => runBrief(summary, { fileOf: relativePathOf(context) }, Date.now())),
    ...(run !== undefined && { run }),
    ...(at && { step: at.index }),
  };
}

/** The location of a step's envelope, or of a value in the envelope; null if it is gone. */
function replayLocation(
  context: QueryContext,
  { run: key, step, source, path }: RequestParams<'agentEnvelopes/replay/place'>,
): FileLocation | null {
  const asked = openReplay(context, key);
  if (!asked || !(step >= 0 && step < asked.run.summary.steps)) return null;
  const { sources, copies = [] } = asked.run.step(step);
  const found = [...sources, ...copies][source];
  const inside = Array.isArray(path) ? path : [];
  const range = found && asked.reader.range({ ...found, path: [...found.path, ...inside] });
  return range ? { uri: found.uri, range } : null;
}

/** A run prepared for sending to a collector; null if the run is gone. */
function prepareRun(
  context: QueryContext,
  { run: key, redaction }: RequestParams<'agentEnvelopes/sending/prepare'>,
): PreparedSending | null {
  const replay = openReplay(context, key);
  return replay ? prepareSending(replay, redaction) : null;
}

function openReplay(context: QueryContext, key: string): ReplayContext | undefined {
  const { index } = context;
  const run = index.run(key);
  if (!run) return undefined;
  return {
    run,
    reader: { ...sourceReaderIn(context), ...(context.page && { page: context.page }) },
    others: {
      revision: () => index.revision(),
      summaries: () => index.runs().filter(other => other.key !== key),
      run: other => index.run(other),
    },
    now: Date.now(),
    prices: pricesFor(context, run.summary.files[0]),
  };
}

/** The prices for a run in a file. A file outside of all folders has prices, too. */
function pricesFor(context: QueryContext, uri = ''): Settings['prices'] {
  const folders = context.folders();
  const { prices } = settingsLookup(folders, context.sourceFolders())(uri);
  return Object.keys(prices).length > 0 ? prices : (folders[0]?.settings.prices ?? {});
}

// Cached, so that a question can reuse what an earlier one read.
const sourceReaderIn = memoizeByObject((context: QueryContext): SourceReader => {
  const { access, opened, contextOf } = context;
  const record = (uri: string) => context.index.record(uri);
  const fileAt = (path: string, from: string) => viewContext(context).fileAt(path, from) ?? undefined;
  return sourceReader({ access, opened, record, contextOf, fileOf: relativePathOf(context), fileAt });
});
