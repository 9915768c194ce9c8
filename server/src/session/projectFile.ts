import type { Disk } from '../model/disk';
import type { Settings } from '../shared/protocol';
import { parseJson } from '../text/json/parseJson';
import { PROJECT_FILE } from '../text/language';
import { isRecord, readSettings } from './readSettings';

/** Whether a file has the name of a project file, which counts only in the root of a workspace folder. */
export function isProjectFile(uri: string): boolean {
  return uri.endsWith(`/${PROJECT_FILE}`);
}

/** What a project file may set. */
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

/** In an untrusted workspace, files set and declare nothing for other files. */
export interface Trust {
  /** Trusted where absent. */
  trusted?: boolean;
}

/**
 * Merges settings with those of the folder's project file. Lists are joined; for named entries, `include` and `exclude`
 * the project file wins, so that editor and command line agree. Invalid values count as not set; the file's own
 * diagnostics report them.
 */
export function mergeProjectFile<T extends ProjectSettings>(settings: T, text: string): T {
  const known = mergedBefore.get(settings);
  if (known?.text === text) return known.all as T;
  const all = mergeText(settings, text);
  mergedBefore.set(settings, { text, all });
  return all;
}

/**
 * Merges settings with a folder's project file, if it exists and the workspace is trusted; else returns the same
 * object.
 */
export function withProjectFile<T extends ProjectSettings>(settings: T, folder: string, disk: Pick<Disk, 'text'>): T {
  if (settings.trusted === false) return settings;
  const text = disk.text(`${folder}/${PROJECT_FILE}`);
  return typeof text === 'string' ? mergeProjectFile(settings, text) : settings;
}

// Called for each file of a workspace, and compared by identity.
const mergedBefore = new WeakMap<ProjectSettings, { text: string; all: ProjectSettings }>();

function mergeText<T extends ProjectSettings>(settings: T, text: string): T {
  const { value } = parseJson(text, 'jsonc');
  if (!isRecord(value)) return settings;
  const own = readSettings(value);
  return {
    ...settings,
    rules: { ...settings.rules, ...own.rules },
    associations: { ...settings.associations, ...own.associations },
    protectedPaths: { ...settings.protectedPaths, ...own.protectedPaths },
    agents: concatUnique(settings.agents, own.agents),
    intents: concatUnique(settings.intents, own.intents),
    toolCatalogues: concatUnique(settings.toolCatalogues, own.toolCatalogues),
    protocols: concatUnique(settings.protocols, own.protocols),
    ...(Array.isArray(value.include) && { include: own.include }),
    ...(Array.isArray(value.exclude) && { exclude: own.exclude }),
  };
}

function concatUnique(one: readonly string[], other: readonly string[]): string[] {
  return [...new Set([...one, ...other])];
}
