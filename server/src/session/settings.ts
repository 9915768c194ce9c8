import type { Context } from '../analysis/analyse';
import { families } from '../families';
import type { Workspace } from '../model/disk';
import { SETTINGS, type Settings } from '../protocol';
import { associationsOf } from './associations';

const DEFAULTS: Settings = { associations: {}, agents: [], intents: [] };

interface Needs {
  /** Asks the client for the settings of a file; a client that can't be asked sends them by itself. */
  ask?(uri: string): Promise<unknown>;
  /** What the client sent with its first request. */
  initial: unknown;
  /** The open folders and their disk; another object where the folders are others. */
  workspace(): Workspace;
  warn(message: string): void;
}

/**
 * The settings of each file, as the context of its analysis. The same settings give the same context object, so that
 * what was analysed stays good.
 */
export function settingsOf({ ask, initial, workspace, warn }: Needs) {
  let pushed = initial;
  let perFile = new Map<string, Promise<Context>>();
  const contexts = new Map<string, Context>();
  const warned = new Set<string>();

  function contextFrom(given: unknown): Context {
    const settings = readSettings(given);
    const key = JSON.stringify([settings, workspace().folders]);
    let context = contexts.get(key);
    if (!context) {
      const { kindOf, faults } = associationsOf(settings.associations, families, workspace().folders);
      for (const fault of faults) {
        if (!warned.has(fault)) warn(fault);
        warned.add(fault);
      }
      const { agents, intents } = settings;
      context = { families, facts: { agents, intents }, association: kindOf, workspace: workspace() };
      contexts.set(key, context);
    }
    return context;
  }

  async function load(uri: string): Promise<Context> {
    // A client that can't answer has no settings to tell.
    return contextFrom(ask ? await ask(uri).catch(() => pushed) : pushed);
  }

  return {
    contextOf(uri: string): Promise<Context> {
      const known = perFile.get(uri) ?? load(uri);
      perFile.set(uri, known);
      return known;
    },
    changed(settings: unknown): void {
      if (isRecord(settings) && SETTINGS in settings) pushed = settings[SETTINGS];
      perFile = new Map();
    },
  };
}

/** Settings as they should be, of whatever the client gave: what is not of its type counts as not set. */
function readSettings(given: unknown): Settings {
  if (!isRecord(given)) return DEFAULTS;
  const { associations, agents, intents } = given;
  return {
    associations: isRecord(associations) ? Object.fromEntries(Object.entries(associations).filter(isNamed)) : {},
    agents: namesIn(agents),
    intents: namesIn(intents),
  };
}

function isNamed(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === 'string';
}

function namesIn(list: unknown): string[] {
  return Array.isArray(list) ? list.filter(one => typeof one === 'string') : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
