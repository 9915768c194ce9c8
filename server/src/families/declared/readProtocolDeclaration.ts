import type { EnvelopeSnippet, Family, FamilyDeclaration } from '../../model/family';
import type { FieldPointers, KindDeclaration, Signature, StatusWords } from '../../model/kind';
import type { DeclarationFault } from '../../model/rule';
import type { Compile, Schema, Validate } from '../../model/schema';
import type { Path } from '../../model/text';
import { schemaAt } from '../../slots/applicableSchemas';
import { linkSchema } from '../../slots/linkSchema';
import { sanitizeSchema } from '../../slots/sanitizeSchema';
import { escapeSnippet, valueSnippet } from '../../slots/schemaSnippet';
import { isTooLarge, type RawSchema } from '../../slots/subschemas';
import { withConditions } from '../../slots/withConditions';
import { fileNameOf } from '../../text/decodeUri';
import { formatPointer, isObject, parsePointer } from '../../text/pointer';
import { defineFamily } from '../defineFamily';
import { shortLine } from '../drafts/draft';
import { readDeclaredRules } from './declaredRules';
import { declaredSteps } from './declaredSteps';
import { type InsidePlace, insideKind, readInside, schemaAround, schemaReference, withListed } from './insideOthers';
import { readPointer, readPointers, readSignature, signatureFromSchema } from './readSignature';
import { resolveBeside } from './schemaFiles';
import { TOO_LARGE, unusableSchema } from './unusableSchema';

/** What reading a declaration needs besides its value. */
export interface ReadProtocolOptions {
  compile: Compile;
  /** Of the declaration: paths are relative to its folder. */
  uri: string;
  /** The schema files that can be read, and the declaration itself, by URI. Without them, files are taken to be what they should be. */
  files?: ReadonlyMap<string, RawSchema>;
}

/** Outside a workspace, schemas are not compiled, and schema files not read. */
export const ALONE: ReadProtocolOptions = { uri: '', compile: () => ({ validate: () => true }) };

export interface ProtocolReading {
  /** The family without invalid kinds; absent if nothing is usable. */
  family?: Family;
  faults: DeclarationFault[];
  /** The schemas as they are compiled, by kind. */
  schemas: ReadonlyMap<string, RawSchema>;
}

/**
 * Reads a declaration (the content of a `*.agent-protocol.json` file) into a family: its kinds are recognised, checked,
 * authored and assembled into runs like built-in ones, by the rules that it declares. Never throws, for any value.
 */
export function readProtocolDeclaration(value: unknown, reads: ReadProtocolOptions): ProtocolReading {
  const faults: DeclarationFault[] = [];
  const schemas = new Map<string, RawSchema>();
  if (!isObject(value)) return { faults, schemas };
  const { id, kinds } = value;
  if (typeof id !== 'string' || !NAME.test(id)) {
    if (id !== undefined) faults.push({ path: ['id'], message: `"id" ${NAME_RULE}.` });
    return { faults, schemas };
  }
  const declaration: FamilyDeclaration = { id, title: shortLine(value.title) ?? id, kinds: {} };
  const snippets: Parameters<typeof defineFamily>[1]['snippets'] = {};
  const declared: Parameters<typeof defineFamily>[1]['kinds'] = {};
  const entries = isObject(kinds) ? Object.entries(kinds) : [];
  const inside = placesInside(entries.slice(0, MOST_KINDS), reads, faults);
  const insideNames = new Map<string, { name: string; prefix: string }[]>();
  for (const [name, kind] of entries.slice(0, MOST_KINDS)) {
    const lists = inside.filter(one => one.place.at.endsWith('/*') && hasPlace(kind, one.place.at, reads));
    const listed = lists.map(({ place, inner }) => ({ at: place.at, inner }));
    const read = NAME.test(name)
      ? readKind(kind, ['kinds', name], listed, reads, faults)
      : void faults.push({ path: ['kinds', name], on: 'key', message: `The name of a kind ${NAME_RULE}.` });
    if (!read) continue;
    const { schema, original, ...definition } = read;
    schemas.set(name, original);
    const own: Schema = {
      ...schema,
      $id: schema.$id ?? `agent-envelopes:/${id}/${name}.schema.json`,
      title: schema.title ?? `${declaration.title} ${name}`,
    };
    const { variants, ...rest } = definition;
    declared[name] = {
      ...rest,
      schema: own,
      validate: declaredValidate(original, undefined, reads.compile),
      ...(variants && {
        variants: Object.fromEntries(
          Object.entries(variants).map(([dialect, { definition, signature }]) => [
            dialect,
            { definition, signature, validate: declaredValidate(original, definition, reads.compile) },
          ]),
        ),
      }),
    };
    for (const { place, inner } of inside.filter(one => one.name === name && !one.place.at.endsWith('*'))) {
      const around = readSchema(schemaAround(place.at, inner), ['kinds', name], reads, []);
      if (!around) continue;
      const aroundName = `${name}.${parsePointer(place.at).join('.')}`;
      const { variants: _, ...plain } = definition;
      declared[aroundName] = {
        ...plain,
        ...insideKind(definition, place),
        schema: {
          ...sanitizeSchema(around),
          $id: `agent-envelopes:/${id}/${aroundName}.schema.json`,
          title: schema.title ?? name,
        },
        validate: declaredValidate(around, undefined, reads.compile),
      };
      insideNames.set(name, [...(insideNames.get(name) ?? []), { name: aroundName, prefix: place.at }]);
    }
    Object.assign(snippets, declaredSnippet(isObject(kind) ? kind.snippet : undefined, { id, name, schema: own }));
  }
  const [, surplus] = entries.length > MOST_KINDS ? entries.slice(MOST_KINDS - 1) : [];
  if (surplus) {
    const message = `A protocol may have ${MOST_KINDS} kinds; those from here on are left out. Split it into several.`;
    faults.push({ path: ['kinds', surplus[0]], on: 'key', message });
  }
  const reference = shortLine(value.description) ?? declaration.title;
  const names = Object.keys(declared).filter(name => schemas.has(name));
  const named = entries.length > 0 ? new Set(entries.map(([name]) => name)) : undefined;
  const { marks, opening, ...rules } = readDeclaredRules(value, {
    id,
    kinds: names,
    named,
    inside: insideNames,
    faults,
  });
  const tellBy = readPointer(value.tellBy, ['tellBy'], faults);
  const words = wordsOfKinds(declared, tellBy);
  for (const [name, kind] of Object.entries(declared)) {
    const own = { marks: marks.get(name), toldBy: words.get(name), opensRun: opening.has(name) || undefined };
    Object.assign(kind, ...Object.entries(own).map(([key, one]) => one && { [key]: one }));
  }
  const family = defineFamily(id, {
    title: declaration.title,
    reference,
    kinds: declared,
    snippets,
    steps: declaredSteps,
    isDeclared: true,
  });
  return { family: { ...family, ...rules }, faults, schemas };
}

interface PlaceOfKind {
  /** Of the kind that may stand there. */
  name: string;
  place: InsidePlace;
  /** A reference to the kind's schema. */
  inner: RawSchema;
}

function placesInside(
  kinds: readonly (readonly [string, unknown])[],
  { uri, files }: ReadProtocolOptions,
  faults: DeclarationFault[],
): PlaceOfKind[] {
  return kinds.flatMap(([name, kind]) => {
    const places = isObject(kind) ? readInside(kind.in, ['kinds', name, 'in'], faults) : [];
    const schema = isObject(kind) ? kind.schema : undefined;
    return files ? places.map(place => ({ name, place, inner: schemaReference(schema, name, uri) })) : [];
  });
}

/** Whether the schema of a kind declares the first property of a pointer. */
function hasPlace(kind: unknown, at: string, reads: ReadProtocolOptions): boolean {
  const written = isObject(kind) ? readSchema(kind.schema, [], reads, []) : undefined;
  const [root = ''] = parsePointer(at);
  return isObject(written?.properties) && Object.hasOwn(written.properties, root);
}

/** The values of one required property by which the kinds are told apart: of the named one, or of the one that most kinds have. */
function wordsOfKinds(
  kinds: Readonly<Record<string, { schema: unknown }>>,
  named: string | undefined,
): Map<string, { at: string; is: string[] }> {
  // Unless it is named, only a constant is a name: a list of states tells kinds apart by chance.
  const most = named === undefined ? 1 : Number.POSITIVE_INFINITY;
  const found = Object.entries(kinds).flatMap(([name, kind]) => {
    const schema = kind.schema as Schema;
    const places = named === undefined ? (schema.required ?? []).map(key => formatPointer([key])) : [named];
    return places
      .map(at => ({ name, at, is: listedWords(schema, at) }))
      .filter(({ is }) => is.length > 0 && is.length <= most);
  });
  const counts = new Map<string, number>();
  for (const { at } of found) counts.set(at, (counts.get(at) ?? 0) + 1);
  const [best] = [...counts].sort(([, one], [, other]) => other - one);
  const told = found.filter(({ at }) => at === best?.[0]);
  const words = told.flatMap(({ is }) => is);
  // A word of two kinds tells neither.
  if (told.length < 2 || new Set(words).size < words.length) return new Map();
  return new Map(told.map(({ name, at, is }) => [name, { at, is }]));
}

function listedWords(schema: Schema, at: string): string[] {
  const { const: only, enum: several = [] } = schemaAt(schema, {}, parsePointer(at)) ?? {};
  const words = only === undefined ? several : [only];
  return words.every(word => typeof word === 'string') ? words : [];
}

const MOST_KINDS = 100;
const NAME = /^[a-z][a-z0-9._-]{0,49}$/i;
const NAME_RULE = 'must begin with a letter and have only letters, digits, dots, dashes and underscores, at most 50';

const UNRECOGNISABLE =
  'Envelopes of this kind cannot be told from other JSON: its schema has fewer than three required properties, and none with a fixed text. Add a "signature".';

type ReadKind = Omit<KindDeclaration, 'schema'> & { schema: Schema; original: RawSchema };

function readKind(
  value: unknown,
  path: readonly string[],
  listed: Parameters<typeof withListed>[1],
  options: ReadProtocolOptions,
  faults: DeclarationFault[],
): ReadKind | undefined {
  // The declaration's schema reports other values and missing properties.
  if (!isObject(value)) return undefined;
  const own = readSchema(value.schema, [...path, 'schema'], options, faults);
  // What may stand in its lists is linked with it, from the declaration.
  const original =
    own && listed.length > 0 ? (readSchema(withListed(own, listed), [...path, 'schema'], options, []) ?? own) : own;
  if (!original) return undefined;
  const schema = sanitizeSchema(original);
  const title = shortLine(value.title);
  const signature = readOr(value.signature, () => signatureFromSchema(schema), [...path, 'signature'], faults);
  const variants = readVariants(value.variants, schema, [...path, 'variants'], faults);
  // The dialects of a kind may also identify it.
  const evidence = [signature, ...Object.values(variants ?? {}).map(one => one.signature)].flatMap(one => one.evidence);
  const isNamed = Array.isArray(value.schemaIds) && value.schemaIds.some(isSchemaId);
  if (value.signature === undefined && !isNamed && evidence.length === 0) {
    faults.push({ path, on: 'key', severity: 'warning', message: UNRECOGNISABLE });
  }
  const carries = readCarries(value.carries, [...path, 'carries'], faults);
  return {
    original,
    schema: title === undefined ? schema : { ...schema, title },
    signature,
    fieldPointers: readFieldPointers(value.tells, [...path, 'tells'], faults),
    ...readNumbers(value, path, faults),
    ...(value.side === 'ask' || value.side === 'answer' ? { side: value.side } : {}),
    ...(isObject(value.status) && { status: wordsIn(value.status) }),
    ...(Array.isArray(value.schemaIds) && { schemaIds: value.schemaIds.filter(isSchemaId) }),
    ...(carries && { carries }),
    ...(variants && { variants }),
  };
}

/** The schema of a kind in the form that is compiled: its references lead into itself. */
function readSchema(
  value: unknown,
  path: readonly string[],
  { uri, files }: ReadProtocolOptions,
  faults: DeclarationFault[],
): RawSchema | undefined {
  const say = (message: string, at: Path = path) => void faults.push({ path: at, message });
  const isPath = typeof value === 'string';
  if (isPath && !files) return STAND_IN;
  const fileAt = (name: string, from: string) => {
    const file = resolveBeside(from, name);
    const schema = file === undefined ? undefined : files?.get(file);
    return file !== undefined && schema ? { uri: file, schema } : undefined;
  };
  const isReference = isPath && value.includes('#');
  const file = isPath && !isReference ? fileAt(value, uri) : undefined;
  const written = isReference ? { $ref: value } : (file?.schema ?? value);
  if (typeof written === 'string') {
    return say(
      `${JSON.stringify(shortLine(value) ?? '')} can't be read as a JSON Schema; give a path relative to this file, to a file in the workspace.`,
    );
  }
  if (!isObject(written)) return undefined;
  if (isTooLarge(written)) return say(`This schema can't be used: ${TOO_LARGE}`);
  const all = [...(files ?? [])].map(([known, schema]) => ({ uri: known, schema }));
  const linked = linkSchema(written, { uri: file?.uri ?? `${uri}#`, ...(files && { fileAt, files: all }) });
  for (const fault of files ? linked.faults.slice(0, MOST_REFERENCES) : []) {
    say(`This schema can't be used: ${fault.message}`, isPath ? path : [...path, ...fault.path]);
  }
  const named = [written.$schema, ...linked.dialects.values()].filter(one => one !== undefined);
  const [dialect] = named;
  if (new Set(named.map(withoutSpelling)).size > 1)
    return say(`This schema can't be used: ${severalDialects(linked.dialects, written.$schema)}`);
  const wrong = unusableSchema(linked.schema);
  if (wrong) return say(`This schema can't be used: ${wrong}`);
  return withConditions(dialect === undefined ? linked.schema : { ...linked.schema, $schema: dialect });
}

/** An address of a dialect, which may be written with and without encryption and an empty fragment. */
function withoutSpelling(dialect: unknown): unknown {
  return typeof dialect === 'string' ? dialect.replace(/^https?:/, '').replace(/#$/, '') : dialect;
}

const MOST_REFERENCES = 20;
const STAND_IN: RawSchema = { required: ['a', 'b', 'c'] };

function severalDialects(others: ReadonlyMap<string, unknown>, own: unknown): string {
  const [[file, named] = ['', '']] = [...others].filter(([, one]) => one !== (own ?? [...others.values()][0]));
  const shown = [own ?? [...others.values()][0], named].map(one => JSON.stringify(one).slice(0, 80));
  return `its "$schema" is ${shown[0]}, and that of ${fileNameOf(file)} ${shown[1]}; write both in one version of JSON Schema.`;
}

function readOr(
  value: unknown,
  instead: () => Signature,
  path: readonly string[],
  faults: DeclarationFault[],
): Signature {
  return (value === undefined ? undefined : readSignature(value, path, faults)) ?? instead();
}

function isSchemaId(id: unknown): id is string {
  return typeof id === 'string' && id !== '' && id.length <= 500;
}

const FIELD_NAMES = ['id', 'run', 'agent', 'peer', 'at', 'status', 'title', 'text', 'pair', 'duration'] as const;

function readFieldPointers(value: unknown, path: readonly string[], faults: DeclarationFault[]): FieldPointers {
  const fieldPointers: FieldPointers = {};
  if (!isObject(value)) return fieldPointers;
  for (const what of FIELD_NAMES) {
    if (!Object.hasOwn(value, what)) continue;
    const pointers = readPointers(value[what], [...path, what], faults);
    if (pointers.length > 0) fieldPointers[what] = pointers;
  }
  return fieldPointers;
}

/** What a kind says besides its pointers: the model's usage, the unit of durations, an agent that is always the same. */
function readNumbers(
  { usage, durationUnit, agentName }: Record<string, unknown>,
  path: readonly string[],
  faults: DeclarationFault[],
): Pick<KindDeclaration, 'usage' | 'durationUnit' | 'agentName'> {
  const read = USAGE.flatMap(name => {
    const pointers = isObject(usage) ? readPointers(usage[name], [...path, 'usage', name], faults) : [];
    return pointers.length > 0 ? [[name, pointers] as const] : [];
  });
  const unit = DURATION_UNITS.find(one => one === durationUnit);
  const agent = shortLine(agentName);
  return {
    ...(read.length > 0 && { usage: Object.fromEntries(read) }),
    ...(unit && { durationUnit: unit }),
    ...(agent !== undefined && { agentName: agent }),
  };
}

const USAGE = ['model', 'input', 'output', 'cached', 'reasoning', 'total', 'cost'] as const;
const DURATION_UNITS = ['nanoseconds', 'microseconds', 'milliseconds', 'seconds', 'minutes', 'hours'] as const;

function wordsIn(value: Record<string, unknown>): StatusWords {
  const words: StatusWords = {};
  for (const what of ['ok', 'failed', 'pending', 'blocked', 'cancelled'] as const) {
    const own = Object.hasOwn(value, what) ? value[what] : undefined;
    if (Array.isArray(own)) words[what] = own.filter(one => typeof one !== 'object').slice(0, 100);
  }
  return words;
}

function readCarries(value: unknown, path: readonly string[], faults: DeclarationFault[]): KindDeclaration['carries'] {
  if (!isObject(value)) return undefined;
  const [items, file, content] = ['items', 'path', 'content'].map(name =>
    readPointer(value[name], [...path, name], faults),
  );
  return items !== undefined && file !== undefined
    ? { items, path: file, ...(content !== undefined && { content }) }
    : undefined;
}

function readVariants(
  value: unknown,
  { definitions = {} }: Schema,
  path: readonly string[],
  faults: DeclarationFault[],
): KindDeclaration['variants'] {
  if (!isObject(value)) return undefined;
  const variants: [string, { definition: string; signature: Signature }][] = [];
  for (const [name, variant] of Object.entries(value).slice(0, MOST_KINDS)) {
    if (!isObject(variant) || !NAME.test(name)) continue;
    const { definition } = variant;
    if (typeof definition !== 'string') continue;
    if (!Object.hasOwn(definitions, definition)) {
      faults.push({
        path: [...path, name, 'definition'],
        message: `"definition" must name one of the schema's definitions.`,
      });
      continue;
    }
    const instead = () => signatureFromSchema(definitions[definition] ?? {});
    variants.push([
      name,
      { definition, signature: readOr(variant.signature, instead, [...path, name, 'signature'], faults) },
    ]);
  }
  return variants.length > 0 ? Object.fromEntries(variants) : undefined;
}

/** A whole envelope to insert: the declared one, else the schema's first example, else the required properties. */
function declaredSnippet(
  declared: unknown,
  { id, name, schema }: { id: string; name: string; schema: Schema },
): Record<string, Omit<EnvelopeSnippet, 'kind'>> {
  const { prefix, description, body } = isObject(declared) ? declared : {};
  const lines = Array.isArray(body) && body.every(one => typeof one === 'string') ? body : undefined;
  return {
    [`${id}/${name}`]: {
      prefix: (typeof prefix === 'string' && /^[\w.-]{1,60}$/.test(prefix) && prefix) || `${id}-${name}`,
      description: shortLine(description) ?? schema.title ?? name,
      body: lines ?? bodyFrom(schema),
    },
  };
}

function bodyFrom(schema: Schema): string[] {
  const example = schema.examples?.find(isObject);
  if (example) return escapeSnippet(JSON.stringify(example, undefined, 2)).split('\n');
  return valueSnippet({ type: 'object', ...schema }, schema, { oneLine: false })
    .replaceAll('\t', '  ')
    .split('\n');
}

/**
 * A validator of a schema, or of one of its definitions, compiled on first use: reading logs never needs it. A schema that can't be
 * compiled is reported where it is declared, and accepts every value.
 */
function declaredValidate(schema: unknown, definition: string | undefined, compile: Compile): Validate {
  let compiled: Validate | undefined;
  const validate: Validate = value => {
    validate.errors = null;
    try {
      compiled ??= compiledOf(schema, definition, compile);
      const isValid = compiled(value);
      validate.errors = compiled.errors ?? null;
      return isValid;
    } catch {
      // Endless recursion of a schema exhausts the stack.
      return true;
    }
  };
  return validate;
}

function compiledOf(schema: unknown, definition: string | undefined, compile: Compile): Validate {
  const made = compile(definition === undefined ? schema : definitionIn(schema, definition));
  return 'validate' in made ? made.validate : () => true;
}

function definitionIn(schema: unknown, name: string): unknown {
  if (!isObject(schema)) return {};
  const { $schema, definitions, $defs } = schema;
  const own = [definitions, $defs].find(one => isObject(one) && Object.hasOwn(one, name)) as
    | Record<string, object>
    | undefined;
  return { ...($schema !== undefined && { $schema }), ...own?.[name], definitions, $defs };
}
