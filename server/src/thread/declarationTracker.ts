import { createHash } from 'node:crypto';
import type { Workspace } from '../model/disk';
import { declarationsByFolder, isDeclarationFile } from '../session/declarationFiles';
import { resolveProject } from '../session/resolveProject';
import type { FolderSettings } from './messages';

/** The files of a workspace that declare something for all others, as they are met. */
export interface DeclarationTracker {
  add(uri: string): void;
  /** Those stay that are there. */
  retain(isThere: (uri: string) => boolean): void;
  /** Another list where one came or went. */
  all(): readonly string[];
  below(folder: string): readonly string[];
}

export function declarationTracker(): DeclarationTracker {
  const met = new Set<string>();
  let all: readonly string[] = [];
  let below = declarationsByFolder(all);
  function changed(): void {
    all = [...met].sort();
    below = declarationsByFolder(all);
  }
  return {
    add(uri) {
      if (met.has(uri) || !isDeclarationFile(uri)) return;
      met.add(uri);
      changed();
    },
    retain(isThere) {
      const gone = [...met].filter(uri => !isThere(uri));
      for (const uri of gone) met.delete(uri);
      if (gone.length > 0) changed();
    },
    all: () => all,
    below: folder => below(folder),
  };
}

/** What all that is known of files rests on besides them: what they are read by, and what they are checked by, each as a hash. */
export interface ContextHashes {
  reading: string;
  checking: string;
}

/** @returns what the index rests on now, as the files lie on the disk */
export function contextHashes(folders: readonly FolderSettings[], workspace: Workspace): ContextHashes {
  const projects = folders.map(({ uri, settings }) => resolveProject(settings, uri, workspace));
  return {
    reading: hashOf(
      projects.map(({ settings: { associations }, protocols }) => [
        associations,
        protocols.map(({ uri, text, schemas }) => [uri, text, ...schemas]),
      ]),
    ),
    checking: hashOf(
      projects.map(({ settings: { rules, agents, intents }, catalogues }) => [rules, agents, intents, catalogues]),
    ),
  };
}

function hashOf(value: unknown): string {
  return createHash('sha1').update(JSON.stringify(value)).digest('base64');
}
