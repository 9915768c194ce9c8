import { URI, Utils } from 'vscode-uri';
import { isCatalogueFile } from '../analysis/fileKind';
import type { ProtocolFile } from '../families/declared/declaredFamilies';
import { schemaFilePaths } from '../families/declared/schemaFilePaths';
import type { Workspace } from '../model/disk';
import { hasLoneSurrogate } from '../text/hasLoneSurrogate';
import { type ProjectSettings, withProjectFile } from './projectFile';

/**
 * The settings of one workspace folder, and the declaration files that they name. In an untrusted workspace only the
 * user's own settings count, and files that they name outside of it.
 */
export interface Project {
  settings: ProjectSettings;
  catalogues: readonly DeclarationFile[];
  protocols: readonly ProtocolFile[];
  /** All files are loaded. Else ask again when the disk has loaded. */
  isComplete: boolean;
}

/** A file with declarations for other files. */
export interface DeclarationFile {
  uri: string;
  text: string;
}

/**
 * @param folder URI of the workspace folder; without one there are the editor's settings only
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
    protocols: filesOf(all.protocols, isProtocolFile).map(file => ({ ...file, schemas: schemasOf(file) })),
    isComplete,
  };

  function schemasOf({ uri, text }: DeclarationFile): Map<string, string | null> {
    const base = uri.slice(0, uri.lastIndexOf('/'));
    return new Map(
      schemaFilePaths(text).map(path => {
        const file = resolveUri(base, path);
        // A schema outside of the folder is never loaded, whatever a file of the folder says.
        return [path, file?.startsWith(`${folder}/`) && mayRead(file) ? (readText(file) ?? null) : null];
      }),
    );
  }
}

const NONE: readonly never[] = [];

/**
 * Resolves a path of the settings against the folder; undefined where it can't be a file. A path on another machine
 * (`//server/share`) is never resolved: opening it would reveal the user to that machine.
 */
export function resolveUri(folder: string, path: string): string | undefined {
  const parsed = URI.parse(folder);
  const slashed = path.replaceAll('\\', '/');
  if (slashed.startsWith('//') || hasLoneSurrogate(slashed)) return undefined;
  if (slashed.startsWith('/')) return parsed.with({ path: slashed }).toString();
  return Utils.joinPath(parsed, slashed).toString();
}

/** Whether a file declares a protocol by its name, in any folder. */
export function isProtocolFile(uri: string): boolean {
  return /\.agent-protocol\.json$/i.test(uri);
}

// Many files are named like a catalogue, above all in packages: without these words the file is not parsed.
function mayListTools({ text }: DeclarationFile): boolean {
  return text.includes('"parameters"') && text.includes('"description"');
}
