import { parseJson } from '../../text/json/parseJson';
import { isObject } from '../../text/pointer';

/** The paths of a declaration's schema files, as written. */
export function schemaFilePaths(text: string): readonly string[] {
  let paths = known.get(text);
  if (!paths) {
    const { value } = parseJson(text, 'json');
    const kinds = isObject(value) && isObject(value.kinds) ? Object.values(value.kinds) : [];
    const named = kinds.flatMap(kind => (isObject(kind) && typeof kind.schema === 'string' ? [kind.schema] : []));
    paths = [...new Set(named)].slice(0, MOST);
    if (known.size >= MAX_CACHED_FILES) known.clear();
    known.set(text, paths);
  }
  return paths;
}

const MOST = 100;
// Cached, since it is needed for each file of a workspace.
const known = new Map<string, readonly string[]>();

/** The maximum number of protocols, or of catalogues, below one folder. */
export const MAX_DECLARED_FILES = 100;

/** The size of caches by declaring file: enough for several folders. */
export const MAX_CACHED_FILES = 4 * MAX_DECLARED_FILES;
