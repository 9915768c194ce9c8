import type { CallHierarchyItem, WorkspaceSymbol } from 'vscode-languageserver-types';
import { lastNumber } from '../features/newEnvelope/lastNumber';
import { filterCompletions } from '../features/runs/filter/filterCompletions';
import { fileSteps } from '../features/runs/lenses/fileSteps';
import { lensSteps } from '../features/runs/lenses/lensSteps';
import { partAt } from '../features/runs/lenses/partAt';
import { runFiles } from '../features/runs/runFiles';
import { runText } from '../features/runs/runText';
import { searchSaid } from '../features/runs/search/searchSaid';
import { stateNodes } from '../features/runs/state/stateNodes';
import { stepOf } from '../features/runs/stepOf';
import { nodeSource } from '../features/runs/tree/nodeSource';
import { runDistinction } from '../features/runs/tree/runDistinction';
import { runNode } from '../features/runs/tree/runNode';
import { runNodes } from '../features/runs/tree/runNodes';
import { runPath } from '../features/runs/tree/runPath';
import { incomingCalls, outgoingCalls } from '../features/symbols/callHierarchy';
import { nameSearch } from '../features/symbols/nameSearch';
import { type SymbolQueryParams, symbolQueries } from '../features/symbols/symbolQueries';
import { workspaceScope } from '../features/symbols/workspaceScope';
import { resolveWorkspaceSymbol, workspaceSymbols } from '../features/symbols/workspaceSymbols';
import type { Range } from '../model/text';
import { familyOf, sureEntries } from '../runs/reading/fileRecord';
import { spanRange } from '../runs/reading/partLocation';
import type {
  FileLocation,
  PrepareSendingParams,
  ReplayAtParams,
  ReplayLocationParams,
  ReplayParams,
  RunFilterParams,
  RunLocationParams,
  RunNodesParams,
  RunPathParams,
  RunTextParams,
  SaidParams,
  StateNodesParams,
} from '../shared/protocol';
import { fileText } from '../text/lines';
import {
  currentFile,
  type QueryContext,
  relativePathOf,
  searchContext,
  sourceRangeFinder,
  viewContext,
} from './queryContext';
import { findReplay, prepareRun, queryReplay, replayLocation } from './replayQueries';

interface LastNumberParams {
  stem: string;
  /** Ids of families. */
  families: readonly string[];
  /** The URI of the file that asks. */
  except: string;
}

/** All queries that the server can send to the index thread. Results are plain data. */
export const indexQueries = {
  nodes: (context: QueryContext, params: RunNodesParams) => runNodes(context.index, params, viewContext(context)),
  runNodesOf: ({ index }: QueryContext, { runs }: { runs: readonly string[] }) =>
    runs.map(key => {
      const run = index.run(key);
      // Its file has just been written, but the run goes on elsewhere, if at all.
      return run ? runNode({ ...run.summary, changedAt: 0 }, Date.now(), runDistinction(index, run.summary)) : null;
    }),
  filter: (context: QueryContext, params: RunFilterParams) =>
    filterCompletions(context.index, params, viewContext(context).now, context.said),
  said: (context: QueryContext, { filter = '', ...params }: SaidParams) =>
    searchSaid(searchContext(context), { ...params, filter }),
  stepOf: ({ index }: QueryContext, { run, key }: { run: string; key?: string | undefined }) => stepOf(index, run, key),
  files: ({ index }: QueryContext) => runFiles(index),
  path: (context: QueryContext, params: RunPathParams) =>
    runPath(context.index, params, {
      ...viewContext(context),
      partAt: (uri, position) => {
        const file = currentFile(context, uri);
        return file && partAt(file, position);
      },
    }),
  location: (context: QueryContext, { node }: RunLocationParams): FileLocation | null => {
    const source = nodeSource(context.index, node);
    if (!source) return null;
    const { uri } = source;
    if (!('span' in source)) return { uri, range: sourceRangeFinder(context)(source) ?? START };
    const file = currentFile(context, uri);
    return file ? { uri, range: spanRange(source.span, uri, fileText(file)) } : null;
  },
  state: (context: QueryContext, params: StateNodesParams) => {
    const { fileAt, now } = viewContext(context);
    const text = (uri: string) => {
      const file = currentFile(context, uri);
      return file && fileText(file);
    };
    return stateNodes(context.index, params, { text, now, fileAt });
  },
  replay: (context: QueryContext, params: ReplayParams) => queryReplay(context, params),
  findReplay: (context: QueryContext, params: ReplayAtParams) => findReplay(context, params),
  replayLocation: (context: QueryContext, params: ReplayLocationParams) => replayLocation(context, params),
  sending: (context: QueryContext, params: PrepareSendingParams) => prepareRun(context, params),
  text: (context: QueryContext, params: RunTextParams) => {
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

/** Throws where there is no such query, and what the query throws. */
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
