import { join } from 'node:path';
import type { Context } from '../../analysis/analyse';
import type { Disk, Workspace } from '../../model/disk';
import { contextProvider } from '../../session/contextProvider';
import { declarationsByFolder } from '../../session/declarationFiles';
import type { ProjectSettings } from '../../session/projectFile';
import { isProtocolFile, resolveUri } from '../../session/resolveProject';
import { PROJECT_FILE } from '../../text/language';
import { toFilePath, toFileUri } from '../../workspace/fileUri';
import { syncDisk } from '../../workspace/nodeDisk';
import { schemaCompiler } from '../../workspace/schemaCompiler';

/** A file that declares something for other files. */
export interface DeclarationFile {
  uri: string;
  is: 'protocol' | 'catalogue';
}

export interface ProjectContexts {
  /** The context of a file, by its URI. A file outside of the root gets a context of its own folder. */
  contextOf(uri: string): Context;
  /** The files that the settings name, and those that the contexts requested so far depend on. */
  declaring(): DeclarationFile[];
}

/**
 * @param root the URI of the folder that the settings apply to
 * @param within URIs that no link may lead out of: the root and the named paths
 * @param declaringFiles the URIs of the declaration files in the root; called on first use
 */
export function projectContexts(
  settings: ProjectSettings,
  { root, within }: { root: string; within: readonly string[] },
  declaringFiles: () => readonly string[],
): ProjectContexts {
  const disk = syncDisk(within);
  // The settings are merged already, so settings files of folders must not be read again.
  const diskWithoutSettings: Disk = {
    ...disk,
    text: uri => (uri.endsWith(`/${PROJECT_FILE}`) ? null : disk.text(uri)),
  };
  const compile = schemaCompiler(__dirname);
  const inRoot = memoize(() => declarationsByFolder(declaringFiles())(root));
  const siblingFiles = (folder: string) =>
    [...(disk.list(folder) ?? [])].map(([name]) => toFileUri(join(toFilePath(folder), name)));
  const known = new Map<string, FolderContext>();

  function contextOf(uri: string): Context {
    const folder = uri.startsWith(`${root}/`) ? root : uri.slice(0, uri.lastIndexOf('/'));
    let cached = known.get(folder);
    if (!cached) {
      const declared = folder === root ? inRoot : memoize(() => declarationsByFolder(siblingFiles(folder))(folder));
      const workspace: Workspace = { folders: [folder], disk: diskWithoutSettings, declaringFiles: declared };
      const under = contextProvider({ workspace: () => workspace, compile, warn: () => {} });
      // Settings and disk do not change, so all files of a folder share a context.
      cached = { declared, context: memoize(() => under(settings, `${folder}/`).context) };
      known.set(folder, cached);
    }
    return cached.context();
  }

  return {
    contextOf,
    declaring() {
      const named = {
        protocols: settings.protocols.flatMap(path => resolveUri(root, path) ?? []),
        catalogues: settings.toolCatalogues.flatMap(path => resolveUri(root, path) ?? []),
      };
      const folders = [...known];
      const protocols = folders.flatMap(([folder, { declared }]) => declared(folder).filter(isProtocolFile));
      const catalogues = folders.flatMap(([folder]) => [
        ...(contextOf(`${folder}/`).facts.catalogue?.files.keys() ?? []),
      ]);
      const all = (uris: readonly string[], is: DeclarationFile['is']) => [...new Set(uris)].map(uri => ({ uri, is }));
      return [
        ...all([...named.protocols, ...protocols], 'protocol'),
        ...all([...named.catalogues, ...catalogues], 'catalogue'),
      ];
    },
  };
}

interface FolderContext {
  declared(folder: string): readonly string[];
  context(): Context;
}

function memoize<T>(make: () => T): () => T {
  let cached: { value: T } | undefined;
  return () => {
    cached ??= { value: make() };
    return cached.value;
  };
}
