import type { Context } from '../analysis/analyse';
import { families } from '../families';
import type { Workspace } from '../model/disk';
import type { Settings } from '../protocol';
import { associationsOf } from './associations';

/** The settings that an analysis rests on. */
type AnalysisSettings = Pick<Settings, 'associations' | 'agents' | 'intents'>;

interface Needs {
  /** The open folders and their disk; another object where the folders are others. */
  workspace(): Workspace;
  warn(message: string): void;
}

/**
 * What an analysis rests on under given settings. Settings that say the same of it give the same object, so that what was
 * analysed stays good.
 */
export function contexts({ workspace, warn }: Needs): (settings: AnalysisSettings) => Context {
  const known = new Map<string, Context>();
  const warned = new Set<string>();
  // The same object again and again: it is asked for each file of a workspace.
  let last: { settings: AnalysisSettings; workspace: Workspace; context: Context } | undefined;
  return settings => {
    if (last?.settings === settings && last.workspace === workspace()) return last.context;
    const { associations, agents, intents } = settings;
    const key = JSON.stringify([associations, agents, intents, workspace().folders]);
    let context = known.get(key);
    if (!context) {
      const { kindOf, faults } = associationsOf(associations, families, workspace().folders);
      for (const fault of faults) {
        if (!warned.has(fault)) warn(fault);
        warned.add(fault);
      }
      context = { families, facts: { agents, intents }, association: kindOf, workspace: workspace() };
      known.set(key, context);
    }
    last = { settings, workspace: workspace(), context };
    return context;
  };
}
