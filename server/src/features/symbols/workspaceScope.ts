import { searchContext } from './collectOccurrences';
import { occurrences } from './fileOccurrences';
import { nameDefinition } from './nameDefinition';
import type { NameSearch } from './nameSearch';
import { sortByRun } from './runOrder';
import type { SymbolScope } from './symbolScope';

/** The scope of a name: all files of a workspace folder, in the order of its runs. */
export function workspaceScope(search: NameSearch): SymbolScope {
  return {
    occurrences: names => occurrences(search.files, { names }, searchContext(search)),
    sort: found => sortByRun(found, search.index).map(({ place }) => place),
    definitions: name => nameDefinition(name, search),
    renameRefusal: () => undefined,
  };
}
