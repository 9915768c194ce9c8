import type { CallHierarchyItem, WorkspaceSymbol } from 'vscode-languageserver-types';
import { incomingCalls, outgoingCalls } from '../features/callHierarchy';
import { nameDefinition } from '../features/names/nameDefinition';
import { nameReferences } from '../features/names/nameReferences';
import { nameRename } from '../features/names/nameRename';
import { nameSearch } from '../features/names/nameSearch';
import { done } from '../features/names/search';
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
import { resolvedSymbol, workspaceSymbols } from '../features/workspaceSymbols';
import type { LocatedName } from '../model/name';
import type { Range } from '../model/text';
import type {
  Place,
  ReplayAtParams,
  ReplayParams,
  ReplayPlaceParams,
  RunFilterParams,
  RunNodesParams,
  RunPathParams,
  RunPlaceParams,
  RunTextParams,
  StateNodesParams,
} from '../protocol';
import { spanRange } from '../runs/reading/partLocation';
import { textOf } from '../text/lines';
import { around, fileIn, pathIn, rangesIn, type World } from './queryContext';
import { replay, replayAt, replayPlace } from './replayQueries';

/** What the server can ask the thread of the index. Each answer is plain data. */
export const questions = {
  nodes: (world: World, params: RunNodesParams) => runNodes(world.index, params, around(world)),
  filter: (world: World, params: RunFilterParams) => filterCompletions(world.index, params, around(world).now),
  files: ({ index }: World) => runFiles(index),
  path: (world: World, params: RunPathParams) =>
    runPath(world.index, params, {
      ...around(world),
      partAt: (uri, position) => {
        const file = fileIn(world, uri);
        return file && partAt(file, position);
      },
    }),
  place: (world: World, { node }: RunPlaceParams): Place | null => {
    const source = nodeSource(world.index, node);
    if (!source) return null;
    const { uri } = source;
    if (!('span' in source)) return { uri, range: rangesIn(world)(source) ?? START };
    const file = fileIn(world, uri);
    return file ? { uri, range: spanRange(source.span, uri, textOf(file)) } : null;
  },
  state: (world: World, params: StateNodesParams) => {
    const { fileAt, now } = around(world);
    const text = (uri: string) => {
      const file = fileIn(world, uri);
      return file && textOf(file);
    };
    return stateNodes(world.index, params, { text, now, fileAt });
  },
  replay: (world: World, params: ReplayParams) => replay(world, params),
  replayAt: (world: World, params: ReplayAtParams) => replayAt(world, params),
  replayPlace: (world: World, params: ReplayPlaceParams) => replayPlace(world, params),
  text: (world: World, params: RunTextParams) => {
    const rangeOf = rangesIn(world);
    return runText(world.index, params, { rangeOf: source => rangeOf(source) ?? START, fileOf: pathIn(world) }) ?? null;
  },
  lens: ({ index }: World, { uri }: { uri: string }) => lensSteps(index, uri),
  steps: ({ index }: World, { uri, lines }: { uri: string; lines: { first: number; last: number } }) =>
    fileSteps(index, uri, lines),
  definition: (world: World, { name }: { name: LocatedName }) => done(nameDefinition(name, searchIn(world, name.uri))),
  references: (world: World, { name, declarations }: { name: LocatedName; declarations: boolean }) =>
    done(nameReferences(name.name, { includeDeclaration: declarations }, searchIn(world, name.uri))),
  rename: (world: World, { name, to, annotates }: { name: LocatedName; to: string; annotates: boolean }) =>
    done(nameRename(name.name, to, searchIn(world, name.uri), { annotates })),
  incoming: (world: World, { item }: { item: CallHierarchyItem }) =>
    done(incomingCalls(item, searchIn(world, item.uri))),
  outgoing: (world: World, { item }: { item: CallHierarchyItem }) =>
    done(outgoingCalls(item, searchIn(world, item.uri))),
  symbols: ({ index }: World, { query, resolves }: { query: string; resolves: boolean }) =>
    workspaceSymbols(query, index, { resolves }),
  symbol: (world: World, { symbol }: { symbol: WorkspaceSymbol }) => {
    const { uri } = symbol.location;
    return resolvedSymbol(
      symbol,
      searchIn(world, uri).files.find(file => file.uri === uri),
    );
  },
};

export type Question = keyof typeof questions;
export type ParamsOf<Q extends Question> = Parameters<(typeof questions)[Q]>[1];
export type AnswerOf<Q extends Question> = ReturnType<(typeof questions)[Q]>;

/** Throws where there is no such question, and what the answer throws. */
export function answerTo(question: string, world: World, params: unknown): unknown {
  if (!Object.hasOwn(questions, question)) throw new Error(`no question "${question}"`);
  const answer = questions[question as Question] as (world: World, params: unknown) => unknown;
  return answer(world, params);
}

const START: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

function searchIn(world: World, uri: string) {
  return nameSearch(
    world,
    world.folders().map(folder => folder.uri),
    uri,
  );
}
