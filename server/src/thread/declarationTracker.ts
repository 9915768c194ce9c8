import { createHash } from 'node:crypto';
import type { Workspace } from '../model/disk';
import { declaredIn, isDeclaring } from '../session/declarationFiles';
import { projectOf } from '../session/resolveProject';
import type { FolderSettings } from './messages';

/** The files of a workspace that declare something for all others, as they are met. */
export interface DeclaredFiles {
  meet(uri: string): void;
  /** Those stay that are there. */
  keep(isThere: (uri: string) => boolean): void;
  /** Another list where one came or went. */
  all(): readonly string[];
  below(folder: string): readonly string[];
}

export function declaredFiles(): DeclaredFiles {
  const met = new Set<string>();
  let all: readonly string[] = [];
  let below = declaredIn(all);
  function changed(): void {
    all = [...met].sort();
    below = declaredIn(all);
  }
  return {
    meet(uri) {
      if (met.has(uri) || !isDeclaring(uri)) return;
      met.add(uri);
      changed();
    },
    keep(isThere) {
      const gone = [...met].filter(uri => !isThere(uri));
      for (const uri of gone) met.delete(uri);
      if (gone.length > 0) changed();
    },
    all: () => all,
    below: folder => below(folder),
  };
}

/** What all that is known of files rests on besides them: what they are read by, and what they are checked by, each as a hash. */
export interface RestsOn {
  reading: string;
  checking: string;
}

/** @returns what the index rests on now, as the files lie on the disk */
export function restsOn(folders: readonly FolderSettings[], workspace: Workspace): RestsOn {
  const projects = folders.map(({ uri, settings }) => projectOf(settings, uri, workspace));
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
