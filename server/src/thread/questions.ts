import type { CallHierarchyItem, WorkspaceSymbol } from 'vscode-languageserver-types';
import type { Context } from '../analysis/analyse';
import { resolvePath } from '../analysis/paths';
import { incomingCalls, outgoingCalls } from '../features/callHierarchy';
import { nameDefinition } from '../features/names/nameDefinition';
import { nameReferences } from '../features/names/nameReferences';
import { nameRename } from '../features/names/nameRename';
import { nameSearch } from '../features/names/nameSearch';
import { done } from '../features/names/search';
import { fileSteps } from '../features/runs/fileSteps';
import { lensSteps } from '../features/runs/lensSteps';
import { partAt } from '../features/runs/partAt';
import { runNodes } from '../features/runs/runNodes';
import { runPath } from '../features/runs/runPath';
import { runPlace } from '../features/runs/runPlace';
import { runText } from '../features/runs/runText';
import { stateNodes } from '../features/runs/stateNodes';
import { resolvedSymbol, workspaceSymbols } from '../features/workspaceSymbols';
import type { Workspace } from '../model/disk';
import type { FileAccess } from '../model/fileAccess';
import type { LocatedName } from '../model/name';
import type { Source } from '../model/run';
import type { Range, SourceFile } from '../model/text';
import type {
  Place,
  RunNodesParams,
  RunPathParams,
  RunPlaceParams,
  RunTextParams,
  StateNodesParams,
} from '../protocol';
import { type FindsSource, placeOfSpan, placesIn } from '../runs/place';
import type { RunIndex } from '../runs/runIndex';
import { sourceRanges } from '../runs/sourceRanges';
import { decoded } from '../text/decoded';
import { languageOf } from '../text/language';
import { sourceFile, textOf } from '../text/lines';
import type { FolderSettings } from './messages';

/** What an answer may rest on. */
export interface World {
  index: RunIndex;
  folders(): readonly FolderSettings[];
  /** The same folders and what lies in them. */
  workspace(): Workspace;
  access: FileAccess;
  /** The files that are open in the editor, as it holds them. */
  opened: ReadonlyMap<string, SourceFile>;
  contextOf(uri: string): Context;
}

/** What the server can ask the thread of the index. Each answer is plain data. */
export const questions = {
  nodes: (world: World, params: RunNodesParams) => runNodes(world.index, params, around(world)),
  path: (world: World, params: RunPathParams) =>
    runPath(world.index, params, {
      ...around(world),
      partAt: (uri, position) => {
        const file = fileIn(world, uri);
        return file && partAt(file, position);
      },
    }),
  place: (world: World, { node }: RunPlaceParams): Place | null => {
    const source = runPlace(world.index, node);
    if (!source) return null;
    const { uri } = source;
    if (!('span' in source)) return { uri, range: rangesIn(world)(source) ?? START };
    const file = fileIn(world, uri);
    return file ? { uri, range: placeOfSpan(source.span, uri, textOf(file)) } : null;
  },
  state: (world: World, params: StateNodesParams) => {
    const { fileAt } = around(world);
    const text = (uri: string) => {
      const file = fileIn(world, uri);
      return file && textOf(file);
    };
    return stateNodes(world.index, params, { text, fileAt });
  },
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

function around({ folders, workspace }: World) {
  const fileAt = (path: string, from: string) => {
    const found = resolvePath(path, from, workspace());
    return found ? found.uri : found;
  };
  return { folders: folders(), now: Date.now(), fileAt };
}

function searchIn(world: World, uri: string) {
  return nameSearch(
    world,
    world.folders().map(folder => folder.uri),
    uri,
  );
}

/** A file as the editor holds it, else as it is on disk. */
function fileIn({ opened, access }: World, uri: string): SourceFile | undefined {
  const file = opened.get(uri);
  const lang = languageOf(uri);
  if (file || !lang) return file;
  const read = access.text(uri);
  return 'text' in read ? sourceFile(uri, lang, read.text) : undefined;
}

function rangesIn({ opened, access, index }: World): (source: Source) => Range | undefined {
  const onDisk = sourceRanges(access, uri => index.record(uri)?.mark);
  const inEditor = new Map<string, FindsSource>();
  return source => {
    const file = opened.get(source.uri);
    if (!file) return onDisk(source);
    const places = inEditor.get(source.uri) ?? placesIn(source.uri, textOf(file));
    inEditor.set(source.uri, places);
    return places(source);
  };
}

/** What a file is called: by its path in its workspace folder. */
function pathIn({ folders }: World): (uri: string) => string {
  return uri => {
    const folder = folders().find(one => uri.startsWith(`${one.uri}/`));
    return decoded(folder ? uri.slice(folder.uri.length + 1) : uri);
  };
}
