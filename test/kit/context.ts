import type { Context } from '../../server/src/analysis/analyse';
import { families } from '../../server/src/families';
import type { Kind } from '../../server/src/model/family';
import { memoryWorkspace } from './memoryWorkspace';

export interface Settings {
  agents?: string[];
  intents?: string[];
  /** A kind's id, or `none`, for every file. */
  association?: string;
  /** What the workspace holds, which else is not known. */
  files?: Parameters<typeof memoryWorkspace>[0];
}

/** What an analysis rests on, without a workspace: all families, and what a test says of the settings. */
export function contextOf({ agents = [], intents = [], association, files }: Settings = {}): Context {
  const associated = association === undefined || association === 'none' ? association : kindOf(association);
  return {
    families,
    facts: { agents, intents },
    association: () => associated,
    ...(files && { workspace: memoryWorkspace(files) }),
  };
}

export const kinds: readonly Kind[] = families.flatMap(family => family.kinds);

/** A kind by its id, `family/kind`. */
export function kindOf(id: string): Kind {
  const kind = kinds.find(one => one.id === id);
  if (!kind) throw new Error(`no such kind: ${id}`);
  return kind;
}
