import type { Path } from '../model/text';
import { t } from '../shared/l10n';
import { hasLoneSurrogate } from '../text/characters';
import { decodeUri, fileNameOf } from '../text/decodeUri';
import { atPath, formatPointer, isObject, parsePointer } from '../text/jsonPointer';
import { memoizeByObject } from '../text/memoize';
import { nearestWord } from '../text/similarNames';
import { type RawSchema, subschemasOf, withSubschemas } from './subschemas';

/** The files in which the references (`$ref`) of a JSON schema are looked up. */
interface LinkOptions {
  /** The file that the schema is in. */
  uri?: string;
  /** Returns the file at a path in a reference of another file. Without it, the schema may refer only to itself. */
  fileAt?(path: string, from: string): SchemaFile | undefined;
  /** Returns why the file at a path is no schema, such as "it is too large"; undefined if there is no file. */
  whyNot?(path: string, from: string): string | undefined;
  /** The files that references may name by their `$id`. */
  files?: readonly SchemaFile[];
}

/** A file with a JSON schema, to which references in other schemas may lead. */
export interface SchemaFile {
  uri: string;
  schema: RawSchema;
  /** The paths of independent schemas in the file: in each, `#` means that schema itself. */
  roots?: readonly Path[];
}

export interface LinkedSchema {
  /** The schema with only JSON pointers into itself as references. The same object if nothing had to change. */
  schema: RawSchema;
  /**
   * References that lead nowhere, with their paths in the schema. For a reference in another file, the path of the reference that led to
   * that file.
   */
  faults: { path: Path; message: string }[];
  /** The target of a dynamic reference depends on the path to it, which `schema` can't express. */
  isDynamic: boolean;
  /** The schema uses other files. */
  usesOthers: boolean;
  /** The `$schema` of each other file in use, by URI. */
  dialects: ReadonlyMap<string, unknown>;
}

/**
 * Copies the schemas that a schema refers to into its `$defs`, so that all references lead to places in the schema itself. Follows `$id`,
 * `$anchor`, dynamic references and references to other files. A reference that leads nowhere allows any value.
 */
export function linkSchema(schema: RawSchema, options: LinkOptions = {}): LinkedSchema {
  const { uri = '', fileAt, whyNot, files = [] } = options;
  const root = readDocument({ uri, schema });
  const documents = new Map<string, SchemaDocument>();
  const faults: LinkedSchema['faults'] = [];
  const dialects = new Map<string, unknown>();
  const copied = new Map<unknown, { name: string; target: Target; path: Path }>();
  const names = new Set([schema.$defs, schema.definitions].flatMap(one => (isObject(one) ? Object.keys(one) : [])));
  const dynamic = new Set<string | undefined>();
  const used = new Set([root]);
  let left = MOST_SUBSCHEMAS;

  const own = link(schema, { document: root, resource: root.resource, path: [] });
  const definitions: Record<string, unknown> = {};
  // Grows as definitions refer to others.
  for (const { name, target, path } of copied.values()) {
    const { value, document, resource } = target;
    definitions[name] = isObject(value) ? link(withoutDefinitions(value), { document, resource, path }, value) : value;
  }
  const $defs = { ...(isObject(own.$defs) && own.$defs), ...definitions };
  return {
    schema: withRootResolved(copied.size > 0 ? { ...own, $defs } : own),
    faults,
    isDynamic: [...dynamic].some(isAmbiguous),
    usesOthers: used.size > 1,
    dialects,
  };

  function link(raw: RawSchema, at: Position, known: object = raw): RawSchema {
    if (--left < 0) return {};
    const here = { ...at, resource: at.document.resourceOf.get(known) ?? at.resource };
    const inner = withSubschemas(raw, (one, path) =>
      link(one, at.document === root ? { ...here, path: [...at.path, ...path] } : here),
    );
    const isAnchored = ANCHORS.some(keyword => keyword in raw) || (typeof raw.$id === 'string' && raw !== schema);
    const resolved = REFERENCES.flatMap(keyword => {
      const reference = raw[keyword];
      return typeof reference === 'string' ? [pointerOf(keyword, reference, here)] : [];
    });
    if (!isAnchored && (resolved.length === 0 || (resolved.length === 1 && resolved[0] === raw.$ref))) return inner;
    const pointers = resolved.filter(one => one !== undefined).map($ref => ({ $ref }));
    const rest = withoutReferences(inner, raw === schema);
    if (pointers.length < 2) return { ...rest, ...pointers[0] };
    return { ...rest, allOf: [...(Array.isArray(rest.allOf) ? rest.allOf : []), ...pointers] };
  }

  function pointerOf(keyword: ReferenceKeyword, reference: string, at: Position): string | undefined {
    const found = find(reference, at);
    if (typeof found === 'string') {
      if (faults.length < MOST_FAULTS)
        faults.push({ path: at.document === root ? [...at.path, keyword] : at.path, message: found });
      return undefined;
    }
    const target = keyword === '$ref' ? found : (outermost(keyword, reference, found) ?? found);
    const { document, resource, value } = target;
    const isOwn = document === root;
    // A value that no keyword makes a subschema, such as one of OpenAPI's components, is copied, not linked in place.
    if (isOwn && (!isObject(value) || root.resourceOf.has(value))) return referenceTo(target.path);
    let copy = copied.get(value);
    if (!copy) {
      copy = { name: freeName(target), target, path: isOwn ? target.path : at.path };
      copied.set(value, copy);
      used.add(document);
      if (!isOwn && resource.dialect !== undefined) dialects.set(document.uri, resource.dialect);
    }
    return referenceTo(['$defs', copy.name]);
  }

  // A dynamic reference leads to the outermost schema with its anchor: to that of the whole, if it has one.
  function outermost(keyword: ReferenceKeyword, reference: string, { value }: Target): Target | undefined {
    const name = keyword === '$recursiveRef' ? undefined : reference.slice(reference.indexOf('#') + 1);
    if (!hasDynamicAnchor(value, name)) return undefined;
    const outer =
      name === undefined ? { ...root, path: [], document: root, value: schema } : root.resource.anchors.get(name);
    if (outer && hasDynamicAnchor(outer.value, name)) return outer;
    dynamic.add(name);
    return undefined;
  }

  /** Returns whether several schemas have a dynamic anchor. */
  function isAmbiguous(name: string | undefined): boolean {
    const all = [...used].flatMap(({ resourceOf }) => [...resourceOf.keys()]);
    return all.filter(one => hasDynamicAnchor(one, name)).length > 1;
  }

  function freeName({ document, path }: Target): string {
    const wanted = String(path.at(-1) ?? fileNameOf(document.uri).replace(/\..*$/, ''));
    let name = wanted;
    for (let count = 2; names.has(name); count++) name = `${wanted} ${count}`;
    names.add(name);
    return name;
  }

  /** Returns the target of a reference, or a message that says why there is none. */
  function find(reference: string, { document, resource }: Position): Target | string {
    const shown = reference.slice(0, 100);
    const [address = '', fragment = ''] = splitReference(reference);
    const into = address === '' ? { document, resource } : findResource(address, { document, resource });
    if (!into) {
      if (!fileAt)
        return t`the reference "${shown}" leads out of it, and nothing is fetched; copy its target into "$defs".`;
      const fault = isAddress(address) ? undefined : whyNot?.(address, document.uri);
      if (fault !== undefined) return t`the reference "${shown}" leads to a file that can't be used: ${fault}`;
      return isAddress(address)
        ? t`the reference "${shown}" leads out of the workspace, and nothing is fetched; keep a copy beside this file, and refer to that by its path or its "$id".`
        : t`the reference "${shown}" leads to no JSON Schema in the workspace; give a path relative to ${document === root ? t`this file` : fileNameOf(document.uri)}.`;
    }
    const found = targetIn(into, fragment);
    if (found) return found;
    const where = into.document === root ? t`it` : fileNameOf(into.document.uri);
    // Searches all names for the intended one, so only for as many faults as are shown.
    const meant = faults.length < MOST_FAULTS ? meantInstead(fragment, into.resource) : undefined;
    return meant === undefined
      ? t`the reference "${shown}" leads nowhere in ${where}.`
      : t`the reference "${shown}" leads nowhere in ${where}; did you mean "#${meant}"?`;
  }

  function findResource(address: string, { document, resource }: Omit<Position, 'path'>) {
    const id = resolveId(address, resource.id);
    for (const one of [document, root, ...documents.values(), ...files.map(documentOf)]) {
      const named = one.resources.get(id);
      if (named) return { document: one, resource: named };
    }
    const file = isAddress(address) ? undefined : fileAt?.(address, document.uri);
    const other = file && documentOf(file);
    return other && { document: other, resource: other.resource };
  }

  function documentOf(file: SchemaFile): SchemaDocument {
    const document = file.uri === uri ? root : (documents.get(file.uri) ?? readFile(file));
    documents.set(file.uri, document);
    return document;
  }
}

function hasDynamicAnchor(schema: unknown, name: string | undefined): boolean {
  if (!isObject(schema)) return false;
  return name === undefined ? schema.$recursiveAnchor === true : schema.$dynamicAnchor === name;
}

/** Returns the targets of all references in a JSON value, without fragments: paths of files, and ids with a scheme. */
export function referencedAddresses(value: unknown): { paths: string[]; ids: string[] } {
  const found = new Set<string>();
  const pending: unknown[] = [value];
  for (let left = MOST_SUBSCHEMAS; pending.length > 0 && left > 0; left--) {
    const one = pending.pop();
    if (typeof one !== 'object' || one === null) continue;
    for (const [key, inner] of Object.entries(one)) {
      if (typeof inner === 'object') pending.push(inner);
      if (typeof inner === 'string' && (REFERENCES as readonly string[]).includes(key)) {
        found.add(splitReference(inner)[0]);
      }
    }
  }
  found.delete('');
  return {
    paths: [...found].filter(address => !isAddress(address)),
    ids: [...found].filter(isAddress).map(id => resolveId(id, undefined)),
  };
}

/** Returns the ids with a scheme of the schemas in a file. */
export function idsIn(file: SchemaFile): string[] {
  return [...readDocument(file).resources.keys()].filter(isAddress);
}

// More than anyone writes by hand for one protocol.
const MOST_SUBSCHEMAS = 50_000;

const MOST_FAULTS = 100;

const REFERENCES = ['$ref', '$dynamicRef', '$recursiveRef'] as const;
type ReferenceKeyword = (typeof REFERENCES)[number];

const ANCHORS = ['$anchor', '$dynamicAnchor', '$recursiveAnchor', '$dynamicRef', '$recursiveRef'];

interface SchemaDocument {
  uri: string;
  schema: RawSchema;
  /** The whole document. */
  resource: Resource;
  /** The resources by their ids; of several with the same id, the first. */
  resources: Map<string, Resource>;
  /** For each schema, the innermost resource that contains it. */
  resourceOf: Map<object, Resource>;
}

/** A schema with an `$id`, or a whole document. Its references and anchors are resolved within it. */
interface Resource {
  id: string | undefined;
  path: Path;
  schema: RawSchema;
  /** Its `$schema`, or that of the enclosing resource. */
  dialect: unknown;
  anchors: Map<string, Target>;
}

interface Target {
  document: SchemaDocument;
  resource: Resource;
  path: Path;
  value: unknown;
}

interface Position {
  document: SchemaDocument;
  resource: Resource;
  /** The path in the given schema; in another document, the path of the reference that led there. */
  path: Path;
}

function readDocument({ uri, schema, roots = [] }: SchemaFile): SchemaDocument {
  const resource = createResource(schema, []);
  const document: SchemaDocument = { uri, schema, resource, resources: new Map(), resourceOf: new Map() };
  const pending: { value: RawSchema; path: Path; own: Resource }[] = [{ value: schema, path: [], own: resource }];
  for (const path of roots) {
    const value = atPath(schema, path);
    if (isObject(value)) pending.push({ value, path, own: createResource(value, path) });
  }
  for (let at = 0; at < pending.length && at < MOST_SUBSCHEMAS; at++) {
    const { value, path, own } = pending[at] as (typeof pending)[number];
    if (own.schema === value && own.id !== undefined && !document.resources.has(own.id)) {
      document.resources.set(own.id, own);
    }
    document.resourceOf.set(value, own);
    for (const name of anchorsOf(value)) {
      if (!own.anchors.has(name)) own.anchors.set(name, { document, resource: own, path, value });
    }
    for (const [inner, below] of subschemasOf(value)) {
      const here = [...path, ...below];
      const isResource = idOf(inner, own.id) !== undefined;
      pending.push({ value: inner, path: here, own: isResource ? createResource(inner, here, own) : own });
    }
  }
  return document;
}

// Many schemas refer to one file.
const readFile = memoizeByObject(readDocument);

function createResource(schema: RawSchema, path: Path, around?: Resource): Resource {
  return {
    id: idOf(schema, around?.id),
    path,
    schema,
    dialect: schema.$schema ?? around?.dialect,
    anchors: new Map(),
  };
}

/** Returns the id that a schema gives itself. In draft-07, an `$id` may be an anchor instead. */
function idOf({ $id }: RawSchema, base: string | undefined): string | undefined {
  return typeof $id === 'string' && !$id.startsWith('#') ? resolveId($id, base) : undefined;
}

function anchorsOf({ $id, $anchor, $dynamicAnchor }: RawSchema): string[] {
  const old = typeof $id === 'string' && $id.startsWith('#') ? $id.slice(1) : undefined;
  return [$anchor, $dynamicAnchor, old].filter(name => typeof name === 'string' && name !== '') as string[];
}

function resolveId(id: string, base: string | undefined): string {
  const [address = ''] = splitReference(id);
  try {
    return new URL(address, base).href;
  } catch {
    return address;
  }
}

function splitReference(reference: string): [address: string, fragment: string] {
  const hash = reference.indexOf('#');
  return hash < 0 ? [reference, ''] : [reference.slice(0, hash), decodeUri(reference.slice(hash + 1))];
}

function referenceTo(path: Path): string {
  const pointer = formatPointer(path);
  // Half a character can't be encoded.
  return `#${hasLoneSurrogate(pointer) ? pointer : encodeURI(pointer)}`;
}

function isAddress(address: string): boolean {
  return /^[a-z][a-z\d+.-]*:/i.test(address);
}

function targetIn({ document, resource }: Omit<Position, 'path'>, fragment: string): Target | undefined {
  if (fragment !== '' && !fragment.startsWith('/')) return resource.anchors.get(fragment);
  const path = parsePointer(fragment);
  const value = atPath(resource.schema, path);
  if (!isObject(value))
    return typeof value === 'boolean' ? { document, resource, path: [...resource.path, ...path], value } : undefined;
  return { document, resource: document.resourceOf.get(value) ?? resource, path: [...resource.path, ...path], value };
}

/** Returns the fragment that one that leads nowhere probably means. */
function meantInstead(fragment: string, { schema, anchors }: Resource): string | undefined {
  if (!fragment.startsWith('/')) return nearestWord(fragment, anchors.keys());
  const path = parsePointer(fragment);
  const beside = atPath(schema, path.slice(0, -1));
  const meant = nearestWord(path.at(-1) ?? '', isObject(beside) ? Object.keys(beside) : []);
  return meant === undefined ? undefined : formatPointer([...path.slice(0, -1), meant]);
}

function withoutReferences(schema: RawSchema, isRoot: boolean): RawSchema {
  const { $id, $ref: _, ...rest } = schema;
  for (const keyword of ANCHORS) delete rest[keyword];
  return isRoot && $id !== undefined ? { $id, ...rest } : rest;
}

function withoutDefinitions({ $defs: _, definitions: __, $schema: ___, ...rest }: RawSchema): RawSchema {
  return rest;
}

/**
 * Replaces a root schema that only refers to another schema by that schema, so that its properties are visible without following
 * references.
 */
function withRootResolved(schema: RawSchema): RawSchema {
  const { $ref, ...beside } = schema;
  if (typeof $ref !== 'string' || !Object.keys(beside).every(keyword => ANNOTATIONS.has(keyword))) return schema;
  const target = atPath(schema, parsePointer(decodeUri($ref.slice(1))));
  return isObject(target) && target !== schema && target.$ref === undefined ? { ...target, ...beside } : schema;
}

const ANNOTATIONS: ReadonlySet<string> = new Set([
  ...['$schema', '$id', '$comment', '$defs', 'definitions', 'title', 'description', 'examples', 'default'],
]);
