import type { Context } from '../analysis/analyse';
import { resolvePath } from '../analysis/files';
import type { SaidOptions } from '../features/runs/eachSaid';
import type { SaidRuns } from '../features/runs/searchSaid';
import type { FileAccess, ReplayAssets, Workspace } from '../model/disk';
import type { EnvelopeLocation } from '../model/run';
import type { Range, SourceFile } from '../model/text';
import type { RunIndex } from '../runs/index/runIndex';
import { type SourceLocator, sourceLocator } from '../runs/reading/partLocation';
import { sourceRanges } from '../runs/reading/envelopeRanges';
import type { TextIndex } from '../runs/textIndex';
import { decodeUri } from '../text/decodeUri';
import { languageOf } from '../text/language';
import { fileText, sourceFile } from '../text/lines';
import type { FolderSettings, SourceFolder } from './messages';

/** The data that queries of the index are answered from. */
export interface QueriedIndex {
  index: RunIndex;
  folders(): readonly FolderSettings[];
  sourceFolders(): readonly SourceFolder[];
  /** The same folders with their disk. */
  workspace(): Workspace;
  access: FileAccess;
  /** The files that are open in the editor, with the editor's text. */
  opened: ReadonlyMap<string, SourceFile>;
  contextOf(uri: string): Context;
  /** Finds the blocks of files that may contain words. */
  texts: TextIndex;
  /** Finds runs by the texts of their messages. */
  said: SaidRuns;
  /** The page that an exported run is packed with; undefined if it was not built. */
  page?(): ReplayAssets | undefined;
}

export function viewContext({ folders, sourceFolders, workspace, said }: QueriedIndex) {
  const fileAt = (path: string, from: string) => {
    const found = resolvePath(path, from, workspace());
    return found ? found.uri : found;
  };
  return { folders: folders(), sourceFolders: sourceFolders(), now: Date.now(), fileAt, said };
}

export function searchContext({ index, access, opened, texts, sourceFolders }: QueriedIndex): SaidOptions {
  // Leaves out runs that were loaded from a store: the search in the store finds them.
  const stores = new Set(sourceFolders().flatMap(({ uri, isStore }) => (isStore ? [uri] : [])));
  return { index, access, opened, texts, now: Date.now(), isLeftOut: ({ folder }) => stores.has(folder) };
}

/** A file with the text in the editor, or on disk if it is not open. */
export function currentFile({ opened, access }: QueriedIndex, uri: string): SourceFile | undefined {
  const file = opened.get(uri);
  const lang = languageOf(uri);
  if (file || !lang) return file;
  const read = access.text(uri);
  return 'text' in read ? sourceFile(uri, lang, read.text) : undefined;
}

/** Finds the ranges of sources. Use it for one answer only, since it caches files. */
export function sourceRangeFinder({
  opened,
  access,
  index,
}: QueriedIndex): (source: EnvelopeLocation) => Range | undefined {
  const onDisk = sourceRanges(access, uri => index.record(uri)?.mark);
  const inEditor = new Map<string, SourceLocator>();
  return source => {
    const file = opened.get(source.uri);
    if (!file) return onDisk(source);
    const places = inEditor.get(source.uri) ?? sourceLocator(source.uri, fileText(file));
    inEditor.set(source.uri, places);
    return places(source);
  };
}

/** Names files by their path in their workspace folder or source folder. */
export function relativePathOf({ folders, sourceFolders }: QueriedIndex): (uri: string) => string {
  return uri => {
    const folder = [...sourceFolders(), ...folders()].find(one => uri.startsWith(`${one.uri}/`));
    return decodeUri(folder ? uri.slice(folder.uri.length + 1) : uri);
  };
}
