import type { Kind } from '../../model/kind';
import { type RawSchema, withSubschemas } from '../../slots/subschemas';
import { atPath, isObject, parsePointer } from '../../text/pointer';

/** The contract of a kind, as other languages write it. */
export interface ContractSchema {
  /** `family/kind`. */
  kind: string;
  /** A name for its type, unique among those of one output: `AgentMessage`. */
  name: string;
  title: string;
  /** A JSON Schema with standard keywords alone, whose references are pointers into it. */
  schema: RawSchema;
  /** What its references lead to. */
  definitions: readonly SchemaDefinition[];
}

/** A subschema that has a name of its own. */
export interface SchemaDefinition {
  /** As references write it: `#/definitions/turn`. */
  ref: string;
  name: string;
  schema: unknown;
}

/** Something that an output does not say. */
export interface Unsaid {
  kind: string;
  /** JSON pointer into the contract's schema. */
  at: string;
  /** What is not said: `"if" and "then"`. */
  what: string;
}

/** Collects what an output does not say. */
export type NoteUnsaid = (at: string, what: string) => void;

/** A kind, or a dialect of one. */
export type ContractKind = Pick<Kind, 'id' | 'title' | 'schema' | 'contract'>;

/** The contracts of kinds, with names that are free of each other. */
export function contractSchemas(kinds: readonly ContractKind[]): ContractSchema[] {
  const taken = new Set<string>(USED);
  const free = (wanted: string) => freeName(wanted, taken);
  return kinds.map(kind => {
    const { id, title, schema: described, contract = described } = kind;
    const schema = plainSchema(contract as RawSchema);
    const name = free(typeName(title) || typeName(id.slice(id.indexOf('/') + 1)) || 'Envelope');
    const definitions = referencesIn(schema).map(ref => {
      const last = parsePointer(ref.slice(1)).at(-1) ?? '';
      return { ref, name: ref === '#' ? name : free(`${name}${typeName(last)}`), schema: schemaAt(schema, ref) };
    });
    return { kind: id, name, title, schema, definitions };
  });
}

/** A name that is not taken: the wanted one, or that with a number. It is taken from then on. */
export function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted}${number}`;
  taken.add(name);
  return name;
}

/** Names that the outputs use for something else. */
const USED = [
  ...['Array', 'Record', 'Set', 'Object', 'Number', 'RegExp', 'Infinity'],
  ...['Annotated', 'Any', 'Literal', 'Union', 'BaseModel', 'ConfigDict', 'Field', 'RootModel'],
  ...['StrictBool', 'StrictInt', 'StrictStr', 'None', 'True', 'False'],
];

/** `agent-message turn` as `AgentMessageTurn`; empty if nothing of it can stand in a name. */
export function typeName(text: string): string {
  const words = text.normalize('NFKD').match(/[A-Za-z0-9]+/g) ?? [];
  const name = words.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return /^\d/.test(name) ? `N${name}` : name.slice(0, LONGEST_NAME);
}

const LONGEST_NAME = 80;

/** The text on a schema that readers of code see; undefined without one. */
export function descriptionOf({ description, markdownDescription }: RawSchema): string | undefined {
  const text = typeof description === 'string' ? description : markdownDescription;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined;
}

/** The first paragraph of a schema's text, which a comment has room for. */
export function summaryOf(schema: RawSchema): string | undefined {
  return descriptionOf(schema)?.split(/\n\s*\n/, 1)[0];
}

/** The types that a schema names; empty if it names none. */
export function typesOf({ type }: RawSchema): string[] {
  return (Array.isArray(type) ? type : [type]).filter(one => typeof one === 'string');
}

/** The values that a schema lists; undefined if it lists none. */
export function valuesOf(schema: RawSchema): unknown[] | undefined {
  if (Object.hasOwn(schema, 'const')) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}

/** The schemas of a keyword that takes a list of them. */
export function listOf(schema: RawSchema, keyword: string): unknown[] {
  const list = schema[keyword];
  return Array.isArray(list) ? list : [];
}

/** The schemas of a keyword that takes them by name. */
export function namedIn(schema: RawSchema, keyword: string): [string, unknown][] {
  const named = schema[keyword];
  return isObject(named) ? Object.entries(named) : [];
}

/** Without what only this program reads, and without ids, since all references lead into the schema. */
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

function schemaAt(schema: RawSchema, ref: string): unknown {
  return atPath(schema, parsePointer(decodeURIComponent(ref.slice(1)))) ?? true;
}
