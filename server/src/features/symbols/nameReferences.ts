import type { Location } from 'vscode-languageserver-types';
import type { Name } from '../../model/name';
import { collectOccurrences } from './collectOccurrences';
import { sortByRun } from './runOrder';
import type { NameSearch, Work } from './symbolSearch';

/** Every place of a name in the workspace folder, in the order of the runs. */
export function* nameReferences(
  name: Name,
  { includeDeclaration }: { includeDeclaration: boolean },
  search: NameSearch,
): Work<Location[]> {
  const places = yield* collectOccurrences(name, search, { most: MOST });
  const shown = includeDeclaration ? places : places.filter(({ role }) => role === 'refers');
  return sortByRun(shown, search.index).map(({ place: { uri, range } }) => ({ uri, range }));
}

// More than anybody looks at, and than an editor can list.
const MOST = 20_000;
