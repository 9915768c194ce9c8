import type { Disk } from '../model/disk';
import type { Settings } from '../shared/protocol';
import { parseJson } from '../text/json/parseJson';
import { PROJECT_FILE } from '../text/language';
import { isRecord, readSettings } from './readSettings';

/** Is this a file of that name? It counts only in the root of a workspace folder. */
export function isProjectFile(uri: string): boolean {
  return uri.endsWith(`/${PROJECT_FILE}`);
}

/** What such a file may set. */
export type ProjectSettings = Pick<
  Settings,
  | 'rules'
  | 'agents'
  | 'intents'
  | 'toolCatalogues'
  | 'protocols'
  | 'associations'
  | 'protectedPaths'
  | 'include'
  | 'exclude'
> &
  Trust;

/** Where the user does not trust a workspace, its files set and declare nothing for others. */
export interface Trust {
  /** Without it: they are trusted. */
  trusted?: boolean;
}

/**
 * Settings together with those of the folder's own file. Lists are joined; of what is said by name, and of the files that are
 * meant, the folder's file has the last word: so an editor says what the command line says. What of it can't be read counts as
 * not set, here; the file's own problems say so.
 */
export function mergeProjectFile<T extends ProjectSettings>(settings: T, text: string): T {
  const known = joinedBefore.get(settings);
  if (known?.text === text) return known.all as T;
  const all = joinedWith(settings, text);
  joinedBefore.set(settings, { text, all });
  return all;
}

/**
 * The same for a folder whose file may be there or not, and counts only where the workspace is trusted. A new object only where
 * the file says something.
 */
export function withProjectFile<T extends ProjectSettings>(settings: T, folder: string, disk: Pick<Disk, 'text'>): T {
  if (settings.trusted === false) return settings;
  const text = disk.text(`${folder}/${PROJECT_FILE}`);
  return typeof text === 'string' ? mergeProjectFile(settings, text) : settings;
}

// Asked for each file of a workspace, and compared by identity.
const joinedBefore = new WeakMap<ProjectSettings, { text: string; all: ProjectSettings }>();

function joinedWith<T extends ProjectSettings>(settings: T, text: string): T {
  const { value } = parseJson(text, 'jsonc');
  if (!isRecord(value)) return settings;
  const own = readSettings(value);
  return {
    ...settings,
    rules: { ...settings.rules, ...own.rules },
    associations: { ...settings.associations, ...own.associations },
    protectedPaths: { ...settings.protectedPaths, ...own.protectedPaths },
    agents: joined(settings.agents, own.agents),
    intents: joined(settings.intents, own.intents),
    toolCatalogues: joined(settings.toolCatalogues, own.toolCatalogues),
    protocols: joined(settings.protocols, own.protocols),
    ...(Array.isArray(value.include) && { include: own.include }),
    ...(Array.isArray(value.exclude) && { exclude: own.exclude }),
  };
}

function joined(one: readonly string[], other: readonly string[]): string[] {
  return [...new Set([...one, ...other])];
}
