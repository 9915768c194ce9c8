import type { Context } from '../analysis/analyse';
import type { Workspace } from '../model/disk';
import type { Family } from '../model/family';
import type { Compile } from '../model/schema';
import { SETTINGS, type Settings } from '../shared/protocol';
import { contextProvider } from './contextProvider';
import type { Trust } from './projectFile';
import { isRecord, readSettings } from './readSettings';

interface SettingsProviderOptions {
  /** See `contextProvider`. */
  builtIn?: readonly Family[];
  /** Asks the client for the settings of a file; a client that can't be asked sends them by itself. */
  ask?(uri: string): Promise<unknown>;
  /** What the client sent with its first request. */
  initial: unknown;
  /** Whether the user trusts the workspace by now. */
  isTrusted(): boolean;
  /** The open folders and their disk; another object where the folders are others. */
  workspace(): Workspace;
  compile: Compile;
  warn(message: string): void;
}

/** The settings of each file, and the context that they make of its analysis. */
export function settingsProvider({ ask, initial, isTrusted, workspace, ...options }: SettingsProviderOptions) {
  let pushed = initial;
  let perFile = new Map<string, Promise<Settings & Trust>>();
  const asked = new Set<string>();
  const contextUnder = contextProvider({ workspace, asked, ...options });

  async function load(uri: string): Promise<Settings & Trust> {
    // A client that can't answer has no settings to tell.
    const read = readSettings(ask ? await ask(uri).catch(() => pushed) : pushed);
    return { ...read, trusted: isTrusted() };
  }

  function settingsFor(uri: string): Promise<Settings & Trust> {
    const known = perFile.get(uri) ?? load(uri);
    perFile.set(uri, known);
    return known;
  }

  return {
    settingsFor,
    async contextOf(uri: string): Promise<Context> {
      for (;;) {
        const { context, isComplete } = contextUnder(await settingsFor(uri), uri);
        const reading = isComplete ? undefined : workspace().disk.whenLoaded();
        if (!reading) return context;
        await reading;
      }
    },
    /** Whether the context of other files depends on this file. */
    isDependency: (uri: string): boolean => asked.has(uri),
    changed(settings: unknown): void {
      if (isRecord(settings) && SETTINGS in settings) pushed = settings[SETTINGS];
      perFile = new Map();
    },
  };
}
