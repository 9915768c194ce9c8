import type { Context } from '../analysis/analyse';
import type { ReadDeclaration } from '../families/declared/shippedFamilies';
import type { Workspace } from '../model/disk';
import type { Family } from '../model/family';
import type { Compile } from '../model/schema';
import { isObject } from '../shared/isObject';
import { SETTINGS, type Settings } from '../shared/lspExtensions';
import { contextProvider } from './contextProvider';
import { maxProblemsFault, readSettings } from './readSettings';
import type { Trust } from './resolveProject';

/** The parameters of `settingsProvider`, which provides the client's settings for each file. */
interface SettingsProviderOptions {
  /** See `contextProvider`. */
  builtIn?: readonly Family[];
  /** Requests the settings of a file; absent if the client pushes settings instead. */
  ask?(uri: string): Promise<unknown>;
  /** The settings of the `initialize` request. */
  initial: unknown;
  /** Whether the user trusts the workspace. */
  isTrusted(): boolean;
  /** The workspace folders and their disk: a new object whenever the folders change. */
  workspace(): Workspace;
  compile: Compile;
  declarationOf?: ReadDeclaration;
  warn(message: string): void;
}

/** Provides the settings of each file, and the context for analysing it. */
export function settingsProvider({ ask, initial, isTrusted, workspace, warn, ...options }: SettingsProviderOptions) {
  let pushed = initial;
  let perFile = new Map<string, Promise<Settings & Trust>>();
  const asked = new Set<string>();
  const warned = new Set<string>();
  const contextUnder = contextProvider({ workspace, asked, warn, ...options });

  async function load(uri: string): Promise<Settings & Trust> {
    // If the client fails to answer, the pushed settings count.
    const given = ask ? await ask(uri).catch(() => pushed) : pushed;
    const fault = maxProblemsFault(given);
    if (fault && !warned.has(fault)) warn(fault);
    if (fault) warned.add(fault);
    return { ...readSettings(given), trusted: isTrusted() };
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
      if (isObject(settings) && SETTINGS in settings) pushed = settings[SETTINGS];
      perFile = new Map();
    },
  };
}

/** A progress indicator in the editor: the used methods of the language server library's type. */
interface ProgressHandle {
  begin(title: string, percentage?: number, message?: string, cancellable?: boolean): void;
  report(message: string): void;
  done(): void;
  token: { onCancellationRequested(listener: () => void): unknown };
}

// Milliseconds: for shorter work the indicator would only flicker.
const DELAY = 400;

/**
 * Shows progress in the editor while work goes on, if it takes a while.
 *
 * @param make creates the indicator; undefined if the editor can't show one
 */
export function progressReporter(title: string, make: (() => Promise<ProgressHandle>) | undefined, cancel: () => void) {
  let timer: NodeJS.Timeout | undefined;
  let shown: Promise<ProgressHandle | undefined> | undefined;

  async function show(message: string): Promise<ProgressHandle | undefined> {
    const made = await make?.().catch(() => undefined);
    made?.begin(title, undefined, message, true);
    made?.token.onCancellationRequested(cancel);
    return made;
  }

  return (goesOn: boolean, message: string): void => {
    if (goesOn && shown) void shown.then(one => one?.report(message));
    else if (goesOn) {
      timer ??= setTimeout(() => {
        shown = show(message);
      }, DELAY);
    } else {
      clearTimeout(timer);
      timer = undefined;
      void shown?.then(one => one?.done());
      shown = undefined;
    }
  };
}
