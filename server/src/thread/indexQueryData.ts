import type { Context } from '../analysis/analyse';
import { resolvePath } from '../analysis/ruleFileAccess';
import type { ToolPlaces } from '../features/agentTools/toolContext';
import type { SaidOptions } from '../features/runs/scanMessageTexts';
import type { SaidRuns } from '../features/runs/searchMessages';
import type { FileAccess, ReplayAssets, Workspace } from '../model/disk';
import type { EnvelopeLocation } from '../model/run';
import type { Range, TextFile } from '../model/text';
import type { RunIndex } from '../runs/index/runIndex';
import { type EnvelopeLocator, envelopeLocator } from '../runs/reading/envelopeLocator';
import { envelopeRanges } from '../runs/reading/envelopeRanges';
import type { TextIndex } from '../runs/textIndex';
import { decodeUri } from '../text/decodeUri';
import { languageOf } from '../text/fileLanguage';
import { fileText, textFile } from '../text/lines';
import type { FolderSettings, SourceFolder } from './indexMessages';

/** The data from which the index thread answers the server's queries: the workflow runs, the files, and the settings of the folders. */
export interface IndexQueryData {
  index: RunIndex;
  folders(): readonly FolderSettings[];
  sourceFolders(): readonly SourceFolder[];
  /** The workspace folders with their disk. */
  workspace(): Workspace;
  access: FileAccess;
  /** The files that are open in the editor, with the editor's text. */
  opened: ReadonlyMap<string, TextFile>;
  contextOf(uri: string): Context;
  /** Finds the blocks of files that may contain words. */
  texts: TextIndex;
  /** Finds runs by the texts of their messages. */
  said: SaidRuns;
  /** Returns the functions by which tools of agents find files. @param folders the URIs of the folders */
  toolPlaces(folders: readonly string[]): ToolPlaces;
  /** Returns the assets of an exported page; undefined if they were not built. */
  page?(): ReplayAssets | undefined;
}

export function viewContext({ folders, sourceFolders, workspace, said }: IndexQueryData) {
  const fileAt = (path: string, from: string) => {
    const found = resolvePath(path, from, workspace());
    return found ? found.uri : found;
  };
  return { folders: folders(), sourceFolders: sourceFolders(), now: Date.now(), fileAt, said };
}

export function searchContext({ index, access, opened, texts, sourceFolders }: IndexQueryData): SaidOptions {
  // Leaves out runs that were loaded from a store: the search in the store finds them.
  const stores = new Set(sourceFolders().flatMap(({ uri, isStore }) => (isStore ? [uri] : [])));
  return { index, access, opened, texts, now: Date.now(), isLeftOut: ({ folder }) => stores.has(folder) };
}

/** Returns a file with the editor's text if it is open, otherwise from disk. */
export function currentFile({ opened, access }: IndexQueryData, uri: string): TextFile | undefined {
  const file = opened.get(uri);
  const lang = languageOf(uri);
  if (file || !lang) return file;
  const read = access.text(uri);
  return 'text' in read ? textFile(uri, lang, read.text) : undefined;
}

/** Returns a function that finds the ranges of envelopes. Use it for one answer only, since it caches files. */
export function envelopeRangeFinder({
  opened,
  access,
  index,
}: IndexQueryData): (location: EnvelopeLocation) => Range | undefined {
  const onDisk = envelopeRanges(access, uri => index.record(uri)?.mark);
  const inEditor = new Map<string, EnvelopeLocator>();
  return location => {
    const file = opened.get(location.uri);
    if (!file) return onDisk(location);
    const places = inEditor.get(location.uri) ?? envelopeLocator(location.uri, fileText(file));
    inEditor.set(location.uri, places);
    return places(location);
  };
}

/** Returns a function that names files by their path in their workspace folder or source folder. */
export function relativePathOf({ folders, sourceFolders }: IndexQueryData): (uri: string) => string {
  return uri => {
    const folder = [...sourceFolders(), ...folders()].find(one => uri.startsWith(`${one.uri}/`));
    return decodeUri(folder ? uri.slice(folder.uri.length + 1) : uri);
  };
}
