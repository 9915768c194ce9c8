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

/** A file by which others are checked. */
export interface DeclarationFile {
  uri: string;
  is: 'protocol' | 'catalogue';
}

export interface ProjectContexts {
  /** What the analysis of a file rests on, by its URI. What lies outside of the folder is looked at from its own folder. */
  contextOf(uri: string): Context;
  /** The files that the settings name, and those that the contexts which were asked for rest on besides. */
  declaring(): DeclarationFile[];
}

/**
 * @param root the folder that the settings hold for, by its URI
 * @param within URIs of what no link leads out of: the root, and what is to be looked at
 * @param declaringFiles the files that declare something for all in that folder, by their URIs; asked for once it is needed
 */
export function projectContexts(
  settings: ProjectSettings,
  { root, within }: { root: string; within: readonly string[] },
  declaringFiles: () => readonly string[],
): ProjectContexts {
  const disk = syncDisk(within);
  // The settings are complete: what the files of folders say is in them.
  const rest: Disk = { ...disk, text: uri => (uri.endsWith(`/${PROJECT_FILE}`) ? null : disk.text(uri)) };
  const compile = schemaCompiler(__dirname);
  const inRoot = onceFor(() => declarationsByFolder(declaringFiles())(root));
  const beside = (folder: string) =>
    [...(disk.list(folder) ?? [])].map(([name]) => toFileUri(join(toFilePath(folder), name)));
  const known = new Map<string, Known>();

  function contextOf(uri: string): Context {
    const folder = uri.startsWith(`${root}/`) ? root : uri.slice(0, uri.lastIndexOf('/'));
    let made = known.get(folder);
    if (!made) {
      const declared = folder === root ? inRoot : onceFor(() => declarationsByFolder(beside(folder))(folder));
      const workspace: Workspace = { folders: [folder], disk: rest, declaringFiles: declared };
      const under = contextProvider({ workspace: () => workspace, compile, warn: () => {} });
      // Settings and disk stay as they are: what holds for one file of the folder holds for all.
      made = { declared, context: onceFor(() => under(settings, `${folder}/`).context) };
      known.set(folder, made);
    }
    return made.context();
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

interface Known {
  declared(folder: string): readonly string[];
  context(): Context;
}

function onceFor<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
