import type { Context } from '../../server/src/analysis/analyse';
import { compileSchema } from '../../server/src/entries/compileSchema';
import { familiesWithSnippets as ownFamilies } from '../../server/src/families/familiesWithSnippets';
import type { Family } from '../../server/src/model/family';
import type { Kind } from '../../server/src/model/kind';
import { memoizeCompile, readCatalogue } from '../../server/src/project/contextProvider';
import { memoryWorkspace } from './memoryWorkspace';

export interface TestSettings {
  agents?: string[];
  intents?: string[];
  /** A kind's id, or `none`, for every file. */
  association?: string;
  /** The text of the workspace's catalogue, `file:///work/catalogue.json`. */
  catalogue?: string;
  /** What the workspace holds, which else is not known. */
  files?: Parameters<typeof memoryWorkspace>[0];
  /** Else our own. */
  families?: readonly Family[];
}

/** What an analysis rests on, without a workspace: all families, and what a test says of the settings. */
export function testContext(settings: TestSettings = {}): Context {
  const { agents = [], intents = [], association, catalogue, files, families = ownFamilies } = settings;
  const associated = association === undefined || association === 'none' ? association : kindById(association);
  return {
    families,
    facts: { agents, intents, ...(catalogue !== undefined && catalogueFacts(catalogue)) },
    association: () => associated,
    ...(files && { workspace: memoryWorkspace(files) }),
  };
}

const compile = memoizeCompile(compileSchema);

function catalogueFacts(text: string) {
  const reading = { families: ownFamilies, association: () => undefined, named: [] };
  const catalogue = readCatalogue([{ uri: 'file:///work/catalogue.json', text }], reading);
  return { compile, ...(catalogue && { catalogue }) };
}

export const allKinds: readonly Kind[] = ownFamilies.flatMap(family => family.kinds);

/** A kind by its id, `family/kind`. */
export function kindById(id: string): Kind {
  const kind = allKinds.find(one => one.id === id);
  if (!kind) throw new Error(`no such kind: ${id}`);
  return kind;
}
