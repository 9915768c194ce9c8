import type { Context } from '../../analysis/analysisContext';
import { kindsToName } from '../../families/familyOfKind';
import type { Kind } from '../../model/kind';
import { patternTest } from '../../slots/sanitizeSchema';
import { type RawSchema, withSubschemas } from '../../slots/subschemas';
import { atPath, isObject, parsePointer } from '../../text/jsonPointer';
import { nearestWord } from '../../text/similarNames';

/** The JSON schema of a kind of envelope, prepared for generating a type or validator in another language. */
export interface ContractSchema {
  /** The id of the kind: `family/kind`. */
  kind: string;
  /** The name of the generated type, unique within one output: `AgentMessage`. */
  name: string;
  title: string;
  /** A JSON Schema with standard keywords only. Its references are pointers into itself. */
  schema: RawSchema;
  /** The subschemas that its references point to. */
  definitions: readonly SchemaDefinition[];
}

/** A subschema that gets a named type of its own. */
export interface SchemaDefinition {
  /** The reference to the subschema: `#/definitions/turn`. */
  ref: string;
  name: string;
  schema: unknown;
}

/** A requirement of the contract that a generated output does not express. */
export interface Unsaid {
  kind: string;
  /** JSON pointer into the contract's schema. */
  at: string;
  /** The requirement that is missing: `"if" and "then"`. */
  what: string;
}

/** Records a requirement that the output does not express. */
export type NoteUnsaid = (at: string, what: string) => void;

/** A kind, or a dialect of one. */
export type ContractKind = Pick<Kind, 'id' | 'title' | 'schema' | 'contract'>;

/**
 * Returns the kind with an id, or the dialect of one, that has a contract; otherwise the reason, in a sentence, why none can be used. Ignores
 * errors in the declarations of other protocols.
 */
export function contractKindNamed(
  id: string,
  { families, facts }: Pick<Context, 'families' | 'facts'>,
  fileOf: (uri: string) => string,
): ContractKind | { fault: string } {
  const kinds = kindsToName(id, families).filter(({ readOnly }) => !readOnly);
  const found = kinds.flatMap(kind => [kind, ...(kind.variants ?? [])]).find(one => one.id === id);
  if (!found) {
    const ids = kinds.map(kind => kind.id);
    const meant = nearestWord(id, ids);
    return { fault: `"${id}" is not a kind of envelope${meant === undefined ? '.' : `; did you mean "${meant}"?`}` };
  }
  const uri = facts.declaringFile?.(id.slice(0, id.indexOf('/')));
  const faults = uri === undefined ? undefined : facts.declarationFaults?.(uri);
  if (uri === undefined || !faults?.some(({ severity = 'error' }) => severity === 'error')) return found;
  // A part of the contract may be lost.
  return {
    fault: `the protocol of "${id}" can't be used: "check" lists the errors in ${JSON.stringify(fileOf(uri))}.`,
  };
}

/**
 * Prepares the schemas of kinds for the generators of code, such as those for TypeScript and Pydantic. Each kind and each shared subschema
 * gets a unique type name.
 */
export function contractSchemas(kinds: readonly ContractKind[]): ContractSchema[] {
  const taken = new Set<string>(USED);
  const free = (wanted: string) => freeName(wanted, taken);
  return kinds.map(kind => {
    const { id, title, schema: described, contract = described } = kind;
    const schema = plainSchema(contract as RawSchema);
    const name = free(typeIdentifier(title) || typeIdentifier(id.slice(id.indexOf('/') + 1)) || 'Envelope');
    const definitions = referencesIn(schema).map(ref => {
      const last = parsePointer(ref.slice(1)).at(-1) ?? '';
      return { ref, name: ref === '#' ? name : free(`${name}${typeIdentifier(last)}`), schema: schemaAt(schema, ref) };
    });
    return { kind: id, name, title, schema, definitions };
  });
}

/** Returns the wanted name, with a number if it is taken already. Marks the result as taken. */
export function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted}${number}`;
  taken.add(name);
  return name;
}

/** Names that the generated outputs need for other purposes. */
const USED = [
  ...['Array', 'Record', 'Set', 'Object', 'Number', 'RegExp', 'Infinity'],
  ...['Annotated', 'Any', 'Literal', 'Union', 'BaseModel', 'ConfigDict', 'Field', 'RootModel'],
  ...['StrictBool', 'StrictInt', 'StrictStr', 'None', 'True', 'False'],
];

/** Converts a text to a type name: `agent-message turn` to `AgentMessageTurn`. Empty if the text has no usable characters. */
export function typeIdentifier(text: string): string {
  const words = text.normalize('NFKD').match(/[A-Za-z0-9]+/g) ?? [];
  const name = words.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return /^\d/.test(name) ? `N${name}` : name.slice(0, LONGEST_NAME);
}

const LONGEST_NAME = 80;

/** Returns a schema's description; undefined without one. */
export function descriptionOf({ description, markdownDescription }: RawSchema): string | undefined {
  const text = typeof description === 'string' ? description : markdownDescription;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined;
}

/** Returns the first paragraph of a schema's description, short enough for a comment. */
export function summaryOf(schema: RawSchema): string | undefined {
  return descriptionOf(schema)?.split(/\n\s*\n/, 1)[0];
}

/** Returns the types that a schema allows; empty if it has no `type`. */
export function typesOf({ type }: RawSchema): string[] {
  return (Array.isArray(type) ? type : [type]).filter(one => typeof one === 'string');
}

/** Returns the values that a schema's `const` or `enum` lists; undefined without either. */
export function valuesOf(schema: RawSchema): unknown[] | undefined {
  if (Object.hasOwn(schema, 'const')) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}

/** Returns the subschemas of a keyword whose value is a list, such as `allOf`. */
export function listIn(schema: RawSchema, keyword: string): unknown[] {
  const list = schema[keyword];
  return Array.isArray(list) ? list : [];
}

/** Returns the subschemas of a keyword whose value is an object, such as `properties`, with their names. */
export function namedIn(schema: RawSchema, keyword: string): [string, unknown][] {
  const named = schema[keyword];
  return isObject(named) ? Object.entries(named) : [];
}

/** Returns a schema and those that it takes in by `$ref` and `allOf`, each once. */
export function takenIn(schema: unknown, follow: (ref: string) => unknown): RawSchema[] {
  const found = new Set([schema]);
  // A set also visits what is added meanwhile.
  for (const one of found) {
    if (!isObject(one)) continue;
    if (typeof one.$ref === 'string') found.add(follow(one.$ref));
    for (const other of listIn(one, 'allOf')) found.add(other);
  }
  return [...found].filter(isObject);
}

/**
 * Returns the properties that schemas of one object require without describing them.
 *
 * @param all all schemas of the object, one of which may describe them
 */
export function onlyRequired(schemas: readonly RawSchema[], all = schemas): [string, unknown][] {
  const named = (keyword: string, of = all) => of.flatMap(one => namedIn(one, keyword));
  const described = new Set(named('properties', schemas).map(([name]) => name));
  const required = new Set(schemas.flatMap(one => listIn(one, 'required')));
  const others = all.map(one => one.additionalProperties).find(isObject) ?? {};
  return [...required].flatMap((name): [string, unknown][] => {
    if (typeof name !== 'string' || described.has(name)) return [];
    const found =
      named('properties').find(([key]) => key === name) ??
      named('patternProperties').find(([pattern]) => patternTest(pattern)?.(name));
    return [[name, found ? found[1] : others]];
  });
}

/** Removes the keywords that only this program reads, and ids, since all references point into the schema itself. */
function plainSchema(schema: RawSchema): RawSchema {
  const own = Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => !keyword.startsWith('x-') && !OWN.has(keyword)),
  );
  const about = descriptionOf(schema);
  return withSubschemas({ ...own, ...(about !== undefined && { description: about }) }, plainSchema);
}

const OWN: ReadonlySet<string> = new Set([
  ...['$schema', '$id', '$anchor', '$comment', 'markdownDescription', 'enumDescriptions', 'patternErrorMessage'],
  ...['errorMessage', 'deprecationMessage', 'defaultSnippets'],
]);

function referencesIn(schema: RawSchema): string[] {
  const found = new Set<string>();
  const visit = (one: RawSchema): RawSchema => {
    if (typeof one.$ref === 'string') found.add(one.$ref);
    return withSubschemas(one, visit);
  };
  visit(schema);
  return [...found].filter(ref => ref.startsWith('#'));
}

/** Returns the subschema that a reference points to. */
export function schemaAt(schema: RawSchema, ref: string): unknown {
  return atPath(schema, parsePointer(decodeURIComponent(ref.slice(1)))) ?? true;
}
