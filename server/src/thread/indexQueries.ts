import type { CallHierarchyItem, WorkspaceSymbol } from 'vscode-languageserver-types';
import { filterCompletions } from '../features/runs/filter/filterCompletions';
import { fileSteps } from '../features/runs/lenses/fileSteps';
import { lensSteps } from '../features/runs/lenses/lensSteps';
import { partAt } from '../features/runs/lenses/partAt';
import { runFiles } from '../features/runs/runFiles';
import { runText } from '../features/runs/runText';
import { stateNodes } from '../features/runs/state/stateNodes';
import { nodeSource } from '../features/runs/tree/nodeSource';
import { runNodes } from '../features/runs/tree/runNodes';
import { runPath } from '../features/runs/tree/runPath';
import { incomingCalls, outgoingCalls } from '../features/symbols/callHierarchy';
import { nameSearch } from '../features/symbols/nameSearch';
import { type SymbolQueryParams, symbolQueries } from '../features/symbols/symbolQueries';
import { workspaceScope } from '../features/symbols/workspaceScope';
import { resolveWorkspaceSymbol, workspaceSymbols } from '../features/symbols/workspaceSymbols';
import type { Range } from '../model/text';
import { spanRange } from '../runs/reading/partLocation';
import type {
  Place,
  ReplayAtParams,
  ReplayLocationParams,
  ReplayParams,
  RunFilterParams,
  RunLocationParams,
  RunNodesParams,
  RunPathParams,
  RunTextParams,
  StateNodesParams,
} from '../shared/protocol';
import { fileText } from '../text/lines';
import { currentFile, type QueryContext, relativePathOf, sourceRangeFinder, viewContext } from './queryContext';
import { findReplay, queryReplay, replayLocation } from './replayQueries';

/** What the server can ask the thread of the index. Each answer is plain data. */
export const indexQueries = {
  nodes: (world: QueryContext, params: RunNodesParams) => runNodes(world.index, params, viewContext(world)),
  filter: (world: QueryContext, params: RunFilterParams) =>
    filterCompletions(world.index, params, viewContext(world).now),
  files: ({ index }: QueryContext) => runFiles(index),
  path: (world: QueryContext, params: RunPathParams) =>
    runPath(world.index, params, {
      ...viewContext(world),
      partAt: (uri, position) => {
        const file = currentFile(world, uri);
        return file && partAt(file, position);
      },
    }),
  place: (world: QueryContext, { node }: RunLocationParams): Place | null => {
    const source = nodeSource(world.index, node);
    if (!source) return null;
    const { uri } = source;
    if (!('span' in source)) return { uri, range: sourceRangeFinder(world)(source) ?? START };
    const file = currentFile(world, uri);
    return file ? { uri, range: spanRange(source.span, uri, fileText(file)) } : null;
  },
  state: (world: QueryContext, params: StateNodesParams) => {
    const { fileAt, now } = viewContext(world);
    const text = (uri: string) => {
      const file = currentFile(world, uri);
      return file && fileText(file);
    };
    return stateNodes(world.index, params, { text, now, fileAt });
  },
  replay: (world: QueryContext, params: ReplayParams) => queryReplay(world, params),
  replayAt: (world: QueryContext, params: ReplayAtParams) => findReplay(world, params),
  replayPlace: (world: QueryContext, params: ReplayLocationParams) => replayLocation(world, params),
  text: (world: QueryContext, params: RunTextParams) => {
    const rangeOf = sourceRangeFinder(world);
    return (
      runText(world.index, params, { rangeOf: source => rangeOf(source) ?? START, fileOf: relativePathOf(world) }) ??
      null
    );
  },
  lens: ({ index }: QueryContext, { uri }: { uri: string }) => lensSteps(index, uri),
  steps: ({ index }: QueryContext, { uri, lines }: { uri: string; lines: { first: number; last: number } }) =>
    fileSteps(index, uri, lines),
  definition: (world: QueryContext, params: SymbolQueryParams['definition']) =>
    symbolQueries.definition(params, scopeOf(world, params)),
  references: (world: QueryContext, params: SymbolQueryParams['references']) =>
    symbolQueries.references(params, scopeOf(world, params)),
  rename: (world: QueryContext, params: SymbolQueryParams['rename']) =>
    symbolQueries.rename(params, scopeOf(world, params)),
  incoming: (world: QueryContext, { item }: { item: CallHierarchyItem }) =>
    incomingCalls(item, searchIn(world, item.uri)),
  outgoing: (world: QueryContext, { item }: { item: CallHierarchyItem }) =>
    outgoingCalls(item, searchIn(world, item.uri)),
  symbols: ({ index }: QueryContext, { query, resolves }: { query: string; resolves: boolean }) =>
    workspaceSymbols(query, index, { resolves }),
  symbol: (world: QueryContext, { symbol }: { symbol: WorkspaceSymbol }) => {
    const { uri } = symbol.location;
    return resolveWorkspaceSymbol(
      symbol,
      searchIn(world, uri).files.find(file => file.uri === uri),
    );
  },
};

export type IndexQuery = keyof typeof indexQueries;
export type QueryParams<Q extends IndexQuery> = Parameters<(typeof indexQueries)[Q]>[1];
export type QueryResult<Q extends IndexQuery> = ReturnType<(typeof indexQueries)[Q]>;

/** Throws where there is no such question, and what the answer throws. */
export function runQuery(question: string, world: QueryContext, params: unknown): unknown {
  if (!Object.hasOwn(indexQueries, question)) throw new Error(`no question "${question}"`);
  const answer = indexQueries[question as IndexQuery] as (world: QueryContext, params: unknown) => unknown;
  return answer(world, params);
}

const START: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

function scopeOf(world: QueryContext, { symbol }: SymbolQueryParams['definition']) {
  return workspaceScope(searchIn(world, symbol.uri));
}

function searchIn(world: QueryContext, uri: string) {
  return nameSearch(
    world,
    world.folders().map(folder => folder.uri),
    uri,
  );
}
