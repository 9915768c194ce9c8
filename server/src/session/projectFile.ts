import type { Settings } from '../protocol';
import { parseJson } from '../text/json';
import { isRecord, readSettings } from './readSettings';

/** In the root of a workspace folder it carries settings for every editor and for the command line. */
export const PROJECT_FILE = '.agent-envelopes.json';

/** What such a file may set. */
export type ProjectSettings = Pick<
  Settings,
  'rules' | 'agents' | 'intents' | 'toolCatalogues' | 'protocols' | 'associations' | 'include' | 'exclude'
>;

/**
 * Settings together with those of the folder's own file. Lists are joined; of what is said by name, and of the files that are
 * meant, the folder's file has the last word: so an editor says what the command line says. What of it can't be read counts as
 * not set, here; the file's own problems say so.
 */
export function withProjectFile<T extends ProjectSettings>(settings: T, text: string): T {
  const known = joinedBefore.get(settings);
  if (known?.text === text) return known.all as T;
  const all = joinedWith(settings, text);
  joinedBefore.set(settings, { text, all });
  return all;
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
