import type { Path } from '../../model/text';
import { idsIn, referencedAddresses } from '../../slots/linkSchema';
import { decodeUri, fileNameOf } from '../../text/decodeUri';
import { languageOf } from '../../text/fileLanguage';
import { isObject } from '../../text/jsonPointer';
import { memoizeByVersion } from '../../text/memoize';
import { resolveUri } from '../../text/normalizeUri';
import { parseJsonOrYaml } from '../../text/parseJsonOrYaml';

/**
 * Reads the JSON schema files that a protocol's declaration needs: those that it names, and those that they refer to. Returns their texts by URI;
 * null for a file that can't be read. A reference may name a schema by its `$id`. The folders of the declaration and of its schema files are then
 * searched for that schema, in files named like the last segment of the id, and in files such as `*.schema.json`.
 */
export function readSchemaFiles(
  declaration: { uri: string; text: string },
  { readText, list }: SchemaDisk,
): Map<string, string | null> {
  const texts = new Map<string, string | null>();
  const wanted = new Set<string>();
  const found = new Set<string>();
  const looked = new Set<string>();
  const pending: string[] = [];
  add(declaration);
  do {
    for (let uri = pending.shift(); uri !== undefined && texts.size < MOST; uri = pending.shift()) {
      if (texts.has(uri)) continue;
      const text = readText(uri);
      texts.set(uri, text);
      if (text !== null) add({ uri, text });
    }
    for (const id of found) wanted.delete(id);
    // A found file may refer to further files.
  } while (list && wanted.size > 0 && findById(list));
  return texts;

  function add(file: { uri: string; text: string }): void {
    const { paths, ids, own } = filesNamedIn(file);
    pending.push(...paths);
    for (const id of ids) wanted.add(id);
    for (const id of own) found.add(id);
  }

  /** Adds the files beside the known ones that have a wanted id; returns whether there was one. */
  function findById(listFolder: (folder: string) => readonly string[]): boolean {
    const names = new Set([...wanted].map(fileNameOf));
    const folders = new Set([declaration.uri, ...texts.keys()].map(folderOf));
    const beside = [...folders].flatMap(folder =>
      listFolder(folder)
        .filter(name => names.has(name) || SCHEMA_FILE.test(name))
        .flatMap(name => resolveUri(folder, name) ?? []),
    );
    const isWanted = (uri: string) => Number(names.has(fileNameOf(uri)));
    for (const uri of beside.sort((one, other) => isWanted(other) - isWanted(one))) {
      if (looked.size >= MOST_LOOKED) break;
      if (looked.has(uri) || texts.has(uri)) continue;
      looked.add(uri);
      const text = readText(uri);
      // Most files have none of the ids, and are not parsed.
      if (text === null || ![...names].some(name => text.includes(name))) continue;
      if (filesNamedIn({ uri, text }).own.some(id => wanted.has(id))) pending.push(uri);
    }
    return pending.length > 0;
  }
}

/** The functions that find and read the schema files of a declaration. */
export interface SchemaDisk {
  /** Null for a file that can't be read. */
  readText(uri: string): string | null;
  /** The names of the files in a folder. Without it, a file is found by its path only. */
  list?(folder: string): readonly string[];
}

const SCHEMA_FILE = /\.schema\.(?:json|ya?ml)$/i;
// The files are read for each file of a workspace, as long as an id is not found.
const MOST_LOOKED = 50;

function folderOf(uri: string): string {
  return uri.slice(0, uri.lastIndexOf('/'));
}

/** Returns the URIs that a path relative to a file's folder may mean: the path may be encoded as in an address, or not. */
export function filesBeside(uri: string, path: string): string[] {
  return [...new Set([decodeUri(path), path])].flatMap(name => resolveUri(folderOf(uri), name) ?? []);
}

/** Returns the schema in a file; undefined if its text is no schema. */
export function schemaIn({ uri, text }: { uri: string; text: string }): Record<string, unknown> | undefined {
  const value = valueIn(uri, text);
  return isObject(value) ? value : undefined;
}

/** Parses a declaration or schema file, in JSON or YAML. */
export function valueIn(uri: string, text: string): unknown {
  return parseJsonOrYaml(text, languageOf(uri) === 'yaml' ? 'yaml' : 'json').value;
}

/** Returns the paths of the kinds' schemas in a declaration. Each schema is independent of the others. */
export function kindRoots({ kinds }: Record<string, unknown>): Path[] {
  return isObject(kinds) ? Object.keys(kinds).map(name => ['kinds', name, 'schema']) : [];
}

/** The files and ids that a declaration or schema file refers to, and its own ids. */
interface NamedFiles {
  paths: readonly string[];
  ids: readonly string[];
  /** The file's own ids that have a scheme. */
  own: readonly string[];
}

function filesNamedIn({ uri, text }: { uri: string; text: string }): NamedFiles {
  return namedFiles(uri, text, () => {
    const value = schemaIn({ uri, text });
    const kinds = isObject(value?.kinds) ? Object.values(value.kinds) : [];
    const named = kinds.flatMap(kind => {
      const schema = isObject(kind) ? kind.schema : undefined;
      return typeof schema === 'string' ? [schema.replace(/#.*$/s, '')] : [];
    });
    const { paths, ids } = referencedAddresses(value);
    const all = [...named, ...paths].filter(path => path !== '');
    return {
      paths: [...new Set(all.flatMap(path => filesBeside(uri, path)))].slice(0, MOST),
      ids: ids.slice(0, MOST),
      own: value ? idsIn({ uri, schema: value, roots: kindRoots(value) }).slice(0, MOST) : [],
    };
  });
}

const MOST = 100;
/** The maximum number of protocols, or of catalogues, below one folder. */
export const MAX_DECLARED_FILES = 100;

/** The size of caches by declaring file: enough for several folders. */
export const MAX_CACHED_FILES = 4 * MAX_DECLARED_FILES;

// Cached, since it is needed for each file of a workspace.
const namedFiles = memoizeByVersion<NamedFiles>(MAX_CACHED_FILES);
