import { URI, Utils } from 'vscode-uri';
import type { ProtocolFile } from '../families/declared/declaredFamilies';
import { schemaFilePaths } from '../families/declared/schemaFilePaths';
import type { Workspace } from '../model/disk';
import { hasLoneSurrogate } from '../text/hasLoneSurrogate';
import { type ProjectSettings, withProjectFile } from './projectFile';

/**
 * What holds for the files of one workspace folder: the settings, and the files that these name. Of a workspace that is not
 * trusted only what the user's own settings say, and what they name outside of it.
 */
export interface Project {
  settings: ProjectSettings;
  catalogues: readonly DeclarationFile[];
  protocols: readonly ProtocolFile[];
  /** All of it is known. Else some is still being read; ask again when the disk has settled. */
  isComplete: boolean;
}

/** A file that declares something for others. */
export interface DeclarationFile {
  uri: string;
  text: string;
}

/**
 * @param folder URI of the workspace folder; without one there are the editor's settings only
 * @param asked takes the files that it rests on, by their URIs
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
  const textOf = (uri: string) => {
    asked?.add(uri);
    const text = disk.text(uri);
    if (text === undefined) isComplete = false;
    return text;
  };
  const isTrusted = settings.trusted !== false;
  const mayTell = (uri: string) => isTrusted || !workspace.folders.some(one => uri.startsWith(`${one}/`));
  const all = withProjectFile(settings, folder, { text: textOf });
  const declared = isTrusted ? (workspace.declaringFiles?.(folder) ?? []) : [];
  // So it is in most folders, and this is asked for each of their files.
  if (all.toolCatalogues.length + all.protocols.length + declared.length === 0)
    return { settings: all, catalogues: NONE, protocols: NONE, isComplete };
  const named = new Set(all.toolCatalogues.map(path => resolveUri(folder, path)));
  const filesOf = (paths: readonly string[], isSuch: (uri: string) => boolean): DeclarationFile[] => {
    const uris = new Set([...paths.flatMap(path => resolveUri(folder, path) ?? []), ...declared.filter(isSuch)]);
    return [...uris].filter(mayTell).flatMap(uri => {
      const text = textOf(uri);
      return typeof text === 'string' ? [{ uri, text }] : [];
    });
  };
  return {
    settings: all,
    catalogues: filesOf(all.toolCatalogues, isCatalogueFile).filter(file => named.has(file.uri) || mayListTools(file)),
    protocols: filesOf(all.protocols, isProtocolFile).map(file => ({ ...file, schemas: schemasOf(file) })),
    isComplete,
  };

  function schemasOf({ uri, text }: DeclarationFile): Map<string, string | null> {
    const base = uri.slice(0, uri.lastIndexOf('/'));
    return new Map(
      schemaFilePaths(text).map(path => {
        const file = resolveUri(base, path);
        // What lies elsewhere is none of the project's, whatever a file of it says.
        return [path, file?.startsWith(`${folder}/`) && mayTell(file) ? (textOf(file) ?? null) : null];
      }),
    );
  }
}

const NONE: readonly never[] = [];

/**
 * The file that a path of the settings means, relative to the folder; undefined where no file can be meant. What lies on another
 * machine (`//server/share`) is never asked for: that machine would be told who asks.
 */
export function resolveUri(folder: string, path: string): string | undefined {
  const parsed = URI.parse(folder);
  const slashed = path.replaceAll('\\', '/');
  if (slashed.startsWith('//') || hasLoneSurrogate(slashed)) return undefined;
  if (slashed.startsWith('/')) return parsed.with({ path: slashed }).toString();
  return Utils.joinPath(parsed, slashed).toString();
}

/** Files of these names declare a protocol wherever they lie. */
export function isProtocolFile(uri: string): boolean {
  return /\.agent-protocol\.json$/i.test(uri);
}

/** Files of these names are looked into: they may hold the tools of all. */
export function isCatalogueFile(uri: string): boolean {
  return /(catalog|tools)[^/]*\.json$/i.test(uri);
}

// Many files are named like one, those of packages above all: what lists no tool is not read as JSON, and nothing rests on it.
function mayListTools({ text }: DeclarationFile): boolean {
  return text.includes('"parameters"') && text.includes('"description"');
}
