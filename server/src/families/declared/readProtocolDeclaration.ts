import type { Family, FamilyDeclaration } from '../../model/family';
import type { FieldPointers, KindDeclaration, Signature, StatusWords } from '../../model/kind';
import type { DeclarationFault } from '../../model/rule';
import type { Compile, Schema } from '../../model/schema';
import { isObject } from '../../text/pointer';
import { defineFamily } from '../defineFamily';
import { shortLine } from '../drafts/draft';
import { declaredSnippet } from './declaredSnippet';
import { declaredSteps } from './declaredSteps';
import { declaredValidate } from './declaredValidate';
import { readPointer, readPointers } from './readPointers';
import { readSignature, signatureFromSchema } from './readSignature';
import { sanitizeSchema } from './sanitizeSchema';
import { unusableSchema } from './unusableSchema';

/** The context of reading a declaration. */
export interface ReadProtocolOptions {
  compile: Compile;
  /** Reads a schema file by its path as written in the declaration; undefined if it is not readable. */
  schemaFile(path: string): unknown;
}

export interface ProtocolReading {
  /** Without invalid kinds. */
  family?: Family;
  faults: DeclarationFault[];
}

/**
 * Reads a declaration (the content of a `*.agent-protocol.json` file) into a family: its kinds are recognised, checked,
 * authored and assembled into runs like built-in ones, but have no rules. Never throws, for any value.
 */
export function readProtocolDeclaration(value: unknown, reads: ReadProtocolOptions): ProtocolReading {
  const faults: DeclarationFault[] = [];
  if (!isObject(value)) return { faults };
  const { id, kinds } = value;
  if (typeof id !== 'string' || !NAME.test(id)) {
    if (id !== undefined) faults.push({ path: ['id'], message: `"id" ${NAME_RULE}.` });
    return { faults };
  }
  const declaration: FamilyDeclaration = { id, title: shortLine(value.title) ?? id, kinds: {} };
  const snippets: Parameters<typeof defineFamily>[1]['snippets'] = {};
  const declared: Parameters<typeof defineFamily>[1]['kinds'] = {};
  const entries = isObject(kinds) ? Object.entries(kinds) : [];
  for (const [name, kind] of entries.slice(0, MOST_KINDS)) {
    const read = NAME.test(name)
      ? readKind(kind, ['kinds', name], reads, faults)
      : void faults.push({ path: ['kinds', name], on: 'key', message: `The name of a kind ${NAME_RULE}.` });
    if (!read) continue;
    const { schema, original, ...parts } = read;
    const own: Schema = {
      ...schema,
      $id: schema.$id ?? `agent-envelopes:/${id}/${name}.schema.json`,
      title: schema.title ?? `${declaration.title} ${name}`,
    };
    const { variants, ...rest } = parts;
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
    Object.assign(snippets, declaredSnippet(isObject(kind) ? kind.snippet : undefined, { id, name, schema: own }));
  }
  const [, surplus] = entries.length > MOST_KINDS ? entries.slice(MOST_KINDS - 1) : [];
  if (surplus) {
    const message = `A protocol may have ${MOST_KINDS} kinds; those from here on are left out. Split it into several.`;
    faults.push({ path: ['kinds', surplus[0]], on: 'key', message });
  }
  const source = shortLine(value.description) ?? declaration.title;
  return {
    family: defineFamily(id, {
      title: declaration.title,
      source,
      kinds: declared,
      snippets,
      steps: declaredSteps,
      isDeclared: true,
    }),
    faults,
  };
}

const MOST_KINDS = 100;
const NAME = /^[a-z][a-z0-9._-]{0,49}$/i;
const NAME_RULE = 'must begin with a letter and have only letters, digits, dots, dashes and underscores, at most 50';

const UNRECOGNISABLE =
  'Envelopes of this kind cannot be told from other JSON: its schema has fewer than three required properties, and none with a fixed text. Add a "signature".';

type ReadKind = Omit<KindDeclaration, 'schema'> & { schema: Schema; original: unknown };

function readKind(
  value: unknown,
  path: readonly string[],
  { schemaFile }: ReadProtocolOptions,
  faults: DeclarationFault[],
): ReadKind | undefined {
  // The declaration's schema reports other values and missing properties.
  if (!isObject(value)) return undefined;
  const at = [...path, 'schema'];
  let original = value.schema;
  if (typeof original === 'string') {
    original = schemaFile(original);
    if (original === undefined) {
      const message = `${JSON.stringify(shortLine(value.schema) ?? '')} can't be read as a JSON Schema; give a path relative to this file, to a file in the workspace.`;
      faults.push({ path: at, message });
      return undefined;
    }
  }
  if (!isObject(original)) return undefined;
  const wrong = unusableSchema(original);
  if (wrong) {
    faults.push({ path: at, message: `This schema can't be used: ${wrong}` });
    return undefined;
  }
  const schema = sanitizeSchema(original);
  const title = shortLine(value.title);
  const signature = readOr(value.signature, () => signatureFromSchema(schema), [...path, 'signature'], faults);
  const variants = readVariants(value.variants, schema, [...path, 'variants'], faults);
  // Its dialects may identify a kind, too.
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
    ...(value.side === 'ask' || value.side === 'answer' ? { side: value.side } : {}),
    ...(isObject(value.status) && { status: wordsIn(value.status) }),
    ...(Array.isArray(value.schemaIds) && { schemaIds: value.schemaIds.filter(isSchemaId) }),
    ...(carries && { carries }),
    ...(variants && { variants }),
  };
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
