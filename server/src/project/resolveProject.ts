import { isCatalogueFile } from '../analysis/recognise';
import type { ProtocolFile } from '../families/declared/declaredFamilies';
import { MAX_DECLARED_FILES, readSchemaFiles } from '../families/declared/readSchemaFiles';
import { isShippedName } from '../families/declared/shippedFamilies';
import { READ_SETTINGS } from '../generated/settings';
import type { Disk, Workspace } from '../model/disk';
import { isObject } from '../shared/isObject';
import type { ProjectFileSettings } from '../shared/lspExtensions';
import { PROJECT_FILE } from '../text/fileLanguage';
import { parseJson } from '../text/json/parseJson';
import { memoizeByText, memoizeLastByObject } from '../text/memoize';
import { resolveUri } from '../text/normalizeUri';
import { readSettings } from './readSettings';

/**
 * The settings of one workspace folder, with the declaration files that these settings name. In an untrusted workspace only the user's own
 * settings count, and they can name only files outside of the workspace.
 */
export interface Project {
  settings: ProjectSettings;
  catalogues: readonly DeclarationFile[];
  protocols: readonly ProtocolFile[];
  /** Whether all files are loaded. If not, ask again when the disk has loaded. */
  isComplete: boolean;
}

/** A file with declarations for other files. */
export interface DeclarationFile {
  uri: string;
  text: string;
}

/**
 * Reads the settings file of a workspace folder, and the catalogues and protocol declarations that the settings name. The result is
 * incomplete while these files are still being loaded.
 *
 * @param folder URI of the workspace folder; without it, only the editor's settings count
 * @param asked collects the URIs of the files that the project depends on
 */
export function resolveProject(
  settings: ProjectSettings,
  folder: string | undefined,
  workspace: Workspace,
  asked?: Set<string>,
): Project {
  if (folder === undefined) return { settings, catalogues: [], protocols: [], isComplete: true };
  const { disk } = workspace;
  let isComplete = true;
  const readText = (uri: string) => {
    asked?.add(uri);
    const text = disk.text(uri);
    if (text === undefined) isComplete = false;
    return text;
  };
  const isTrusted = settings.trusted !== false;
  const mayRead = (uri: string) => isTrusted || !workspace.folders.some(one => uri.startsWith(`${one}/`));
  const all = withProjectFile(settings, folder, { text: readText });
  const declared = isTrusted ? (workspace.declaringFiles?.(folder) ?? []) : [];
  // The fast path: most folders declare nothing, and this is called for each of their files.
  if (all.toolCatalogues.length + all.protocols.length + declared.length === 0)
    return { settings: all, catalogues: NONE, protocols: NONE, isComplete };
  const named = new Set(all.toolCatalogues.map(path => resolveUri(folder, path)));
  const filesOf = (paths: readonly string[], isSuch: (uri: string) => boolean): DeclarationFile[] => {
    const uris = new Set([...paths.flatMap(path => resolveUri(folder, path) ?? []), ...declared.filter(isSuch)]);
    return [...uris].filter(mayRead).flatMap(uri => {
      const text = readText(uri);
      return typeof text === 'string' ? [{ uri, text }] : [];
    });
  };
  return {
    settings: all,
    catalogues: filesOf(all.toolCatalogues, isCatalogueFile).filter(file => named.has(file.uri) || mayListTools(file)),
    protocols: filesOf(
      all.protocols.filter(name => !isShippedName(name)),
      isProtocolFile,
    ).map(file => ({ ...file, schemas: schemasOf(file) })),
    isComplete,
  };

  // A file of the folder can't make the server load a schema outside of the folder.
  function schemasOf(file: DeclarationFile): Map<string, string | null> {
    const isInside = (uri: string) => uri.startsWith(`${folder}/`) && mayRead(uri);
    return readSchemaFiles(file, {
      readText: uri => (isInside(uri) ? (readText(uri) ?? null) : null),
      list: below => (isInside(`${below}/`) ? fileNamesIn(below) : []),
    });
  }

  function fileNamesIn(below: string): string[] {
    const entries = disk.list(below);
    if (entries === undefined) isComplete = false;
    return [...(entries ?? [])].flatMap(([name, type]) => (type === 'file' ? [name] : []));
  }
}

const NONE: readonly never[] = [];

/** Returns whether a file declares a protocol by its name, in any folder. */
export function isProtocolFile(uri: string): boolean {
  return /\.agent-protocol\.(?:json|ya?ml)$/i.test(uri);
}

// Many files have the name of a catalogue, above all in packages. Files without these words are not parsed.
function mayListTools({ text }: DeclarationFile): boolean {
  if (text.includes('"inputSchema"') || text.includes('"input_schema"')) return true;
  return text.includes('"parameters"') && (text.includes('"description"') || text.includes('"function'));
}

/** Globs of the names of declaration files: protocols and tool catalogues. */
export const DECLARATION_GLOBS: readonly string[] = [
  '*.agent-protocol.json',
  '*.agent-protocol.yaml',
  '*.agent-protocol.yml',
  '*catalog*.json',
  '*tools*.json',
];

/** Returns whether a file of this name may declare something for other files. */
export function isDeclarationFile(uri: string): boolean {
  return isProtocolFile(uri) || isCatalogueFile(uri);
}

/**
 * Groups declaration files by folder: protocols first, then files named as catalogues, then the rest, each up to a
 * maximum. Cached, since it is called for each file of a workspace.
 */
export function declarationsByFolder(uris: Iterable<string>): (folder: string) => readonly string[] {
  const all = [...uris].filter(isDeclarationFile).sort();
  return memoizeByText(folder => {
    const here = all.filter(uri => uri.startsWith(`${folder}/`));
    return [
      ...here.filter(isProtocolFile).slice(0, MAX_DECLARED_FILES),
      ...here.filter(uri => !isProtocolFile(uri) && isCalledCatalogue(uri)).slice(0, MAX_DECLARED_FILES),
      ...here.filter(uri => !isProtocolFile(uri) && !isCalledCatalogue(uri)).slice(0, MAX_DECLARED_FILES),
    ];
  });
}

function isCalledCatalogue(uri: string): boolean {
  return /catalog[^/]*$/i.test(uri);
}

/** Returns whether a file has the name of a project file, which counts only in the root of a workspace folder. */
export function isProjectFile(uri: string): boolean {
  return uri.endsWith(`/${PROJECT_FILE}`);
}

/** The settings that a project file may contain, and the trust in it. */
export type ProjectSettings = ProjectFileSettings & Trust;

/** In an untrusted workspace, files set and declare nothing for other files. */
export interface Trust {
  /** By default true. */
  trusted?: boolean;
}

/**
 * Merges settings with those of the folder's project file. Joins lists; for named entries, `include` and `exclude` the
 * project file wins, so that editor and command line agree. Invalid values count as not set; the file's own
 * diagnostics report them.
 */
export function mergeProjectFile<T extends ProjectSettings>(settings: T, text: string): T {
  return mergeText(settings, text) as T;
}

/**
 * Merges settings with a folder's project file, if it exists and the workspace is trusted; otherwise returns the same
 * object.
 */
export function withProjectFile<T extends ProjectSettings>(settings: T, folder: string, disk: Pick<Disk, 'text'>): T {
  if (settings.trusted === false) return settings;
  const text = disk.text(`${folder}/${PROJECT_FILE}`);
  return typeof text === 'string' ? mergeProjectFile(settings, text) : settings;
}

// Called for each file of a workspace, and compared by identity.
const mergeText = memoizeLastByObject((settings: ProjectSettings, text: string): ProjectSettings => {
  const { value } = parseJson(text, 'jsonc');
  if (!isObject(value)) return settings;
  const own = readSettings(value);
  const merged: Record<string, unknown> = {};
  for (const { name, merge } of READ_SETTINGS) {
    if (!merge) continue;
    const [before, set] = [settings, own].map(one => one[name as keyof ProjectFileSettings]);
    if (merge === 'replaceEntries') merged[name] = { ...before, ...set };
    else if (merge === 'union') merged[name] = [...new Set([...(before as string[]), ...(set as string[])])];
    else if (Array.isArray(value[name])) merged[name] = set;
  }
  return { ...settings, ...merged };
});
