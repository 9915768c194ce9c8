import type { Location } from 'vscode-languageserver-types';
import type { Name } from '../../model/name';
import { gathered } from './collectOccurrences';
import { inRunOrder } from './runOrder';
import type { NameSearch, Work } from './symbolSearch';

/** Every place of a name in the workspace folder, in the order of the runs. */
export function* nameReferences(
  name: Name,
  { includeDeclaration }: { includeDeclaration: boolean },
  search: NameSearch,
): Work<Location[]> {
  const places = yield* gathered(name, search, { most: MOST });
  const shown = includeDeclaration ? places : places.filter(({ role }) => role === 'refers');
  return inRunOrder(shown, search.index).map(({ place: { uri, range } }) => ({ uri, range }));
}

// More than anybody looks at, and than an editor can list.
const MOST = 20_000;
