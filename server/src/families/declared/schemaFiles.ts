import { referencedAddresses } from '../../slots/linkSchema';
import { decodeUri } from '../../text/decodeUri';
import { languageOf } from '../../text/language';
import { parseText } from '../../text/parseText';
import { isObject } from '../../text/pointer';
import { resolveUri } from '../../text/uri';

/**
 * The texts of a declaration's schema files, by URI: those that its kinds name, and those that these refer to; null for one that
 * can't be read.
 */
export function readSchemaFiles(
  declaration: { uri: string; text: string },
  readText: (uri: string) => string | null,
): Map<string, string | null> {
  const texts = new Map<string, string | null>();
  const pending = [...filesNamedIn(declaration)];
  for (let uri = pending.shift(); uri !== undefined && texts.size < MOST; uri = pending.shift()) {
    if (texts.has(uri)) continue;
    const text = readText(uri);
    texts.set(uri, text);
    if (text !== null) pending.push(...filesNamedIn({ uri, text }));
  }
  return texts;
}

/** The URI of a path that is relative to a file's folder; undefined if it can't be a file. */
export function resolveBeside(uri: string, path: string): string | undefined {
  return resolveUri(uri.slice(0, uri.lastIndexOf('/')), path);
}

/** The schema in a file; undefined if its text is none. */
export function schemaIn({ uri, text }: { uri: string; text: string }): Record<string, unknown> | undefined {
  const value = valueIn(uri, text);
  return isObject(value) ? value : undefined;
}

/** The value in a declaration or schema file, in JSON or YAML. */
export function valueIn(uri: string, text: string): unknown {
  return parseText(text, languageOf(uri) === 'yaml' ? 'yaml' : 'json').value;
}

function filesNamedIn({ uri, text }: { uri: string; text: string }): readonly string[] {
  const key = `${uri}\0${text}`;
  let files = known.get(key);
  if (!files) {
    const value = schemaIn({ uri, text });
    const kinds = isObject(value?.kinds) ? Object.values(value.kinds) : [];
    const named = kinds.flatMap(kind => {
      const schema = isObject(kind) ? kind.schema : undefined;
      return typeof schema === 'string' ? [schema.replace(/#.*$/s, '')] : [];
    });
    const paths = [...named, ...referencedAddresses(value).map(decodeUri)].filter(path => path !== '');
    files = [...new Set(paths.flatMap(path => resolveBeside(uri, path) ?? []))].slice(0, MOST);
    if (known.size >= MAX_CACHED_FILES) known.clear();
    known.set(key, files);
  }
  return files;
}

const MOST = 100;
// Cached, since it is needed for each file of a workspace.
const known = new Map<string, readonly string[]>();

/** The maximum number of protocols, or of catalogues, below one folder. */
export const MAX_DECLARED_FILES = 100;

/** The size of caches by declaring file: enough for several folders. */
export const MAX_CACHED_FILES = 4 * MAX_DECLARED_FILES;
