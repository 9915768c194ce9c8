import type { EnvelopeSnippet } from '../../model/family';
import type { FieldPointers, KindDeclaration, Signature, StatusWords, StepRules } from '../../model/kind';
import type { DeclarationFault } from '../../model/rule';
import type { Schema } from '../../model/schema';
import { t } from '../../shared/l10n';
import { sanitizeSchema } from '../../slots/sanitizeSchema';
import { valueSnippet } from '../../slots/schemaSnippet';
import { isObject } from '../../text/jsonPointer';
import { misspeltKey } from '../../text/similarNames';
import { shortLine } from '../drafts/createDraft';
import { compileRules } from '../mapping/compileRules';
import { type DeclaredSchema, type ReadProtocolOptions, readDeclaredSchema } from './readDeclaredSchema';
import { readPointer, readPointers, readSignature } from './readSignature';
import { signatureFromSchema } from './signatureFromSchema';

const UNRECOGNISABLE = t`Envelopes of this kind cannot be told from other JSON: its schema has fewer than three required properties, and none with a fixed text. Add a "signature".`;

/** A kind of envelope as a protocol's declaration defines it, with its schema in two forms: for the editor, and for validators. */
export type ReadKind = Omit<KindDeclaration, 'schema'> & { schema: Schema; declared: DeclaredSchema };

/** The maximum number of kinds of a protocol. */
export const MOST_KINDS = 100;
/** Matches a valid name of a protocol or a kind. */
export const NAME = /^[a-z][a-z0-9._-]{0,49}$/i;
export const NAME_RULE = t`must begin with a letter and have only letters, digits, dots, dashes and underscores, at most 50`;

/** The parts of a declaration that a kind depends on, besides its own clauses. */
export interface ReadKindOptions extends ReadProtocolOptions {
  /** The protocol is read-only: its envelopes are not checked. */
  isReadOnly?: boolean;
  /** Null if they are unusable, which is reported elsewhere. */
  stepLists?: Record<string, unknown> | null | undefined;
}

/** Reads a kind of a declaration; undefined if its schema can't be used. */
export function readKind(
  value: unknown,
  path: readonly string[],
  options: ReadKindOptions,
  faults: DeclarationFault[],
): ReadKind | undefined {
  // The declaration's schema reports other values and missing properties.
  if (!isObject(value)) return undefined;
  const { isReadOnly } = options;
  // The declaration's schema reports a misspelt name.
  const isMissing = value.schema === undefined && misspeltKey('schema', value) === undefined;
  if (isMissing && !isReadOnly) faults.push({ path, on: 'key', message: NO_SCHEMA });
  const written = isMissing && isReadOnly ? ANY_OBJECT : value.schema;
  const declared = readDeclaredSchema(written, [...path, 'schema'], options, faults);
  if (!declared) return undefined;
  const schema = sanitizeSchema(declared.linked);
  const title = shortLine(value.title);
  const read = readOr(value.signature, () => signatureFromSchema(schema), [...path, 'signature'], faults);
  // Envelopes that are not checked may have any properties.
  const signature = isReadOnly ? { ...read, open: true } : read;
  const variants = readVariants(value.variants, schema, [...path, 'variants'], faults);
  // The dialects of a kind may also identify it.
  const evidence = [signature, ...Object.values(variants ?? {}).map(one => one.signature)].flatMap(one => one.evidence);
  const isNamed = Array.isArray(value.schemaIds) && value.schemaIds.some(isSchemaId);
  if (value.signature === undefined && !isNamed && evidence.length === 0) {
    faults.push({ path, on: 'key', severity: 'warning', message: UNRECOGNISABLE });
  }
  const carries = readCarries(value.carries, [...path, 'carries'], faults);
  const fieldPointers = readFieldPointers(value.tells, [...path, 'tells'], faults);
  const numbers = readNumbers(value, path, faults);
  const steps = readSteps(
    value.steps,
    { tells: fieldPointers, agentName: numbers.agentName },
    [...path, 'steps'],
    options,
    faults,
  );
  const toolCall = readToolCall(value.toolCall, [...path, 'toolCall'], faults);
  return {
    declared,
    schema: title === undefined ? schema : { ...schema, title },
    signature,
    fieldPointers,
    ...(steps && { steps }),
    ...numbers,
    ...(value.side === 'ask' || value.side === 'answer' ? { side: value.side } : {}),
    ...(isObject(value.status) && { status: wordsIn(value.status) }),
    ...(Array.isArray(value.schemaIds) && { schemaIds: value.schemaIds.filter(isSchemaId) }),
    ...(carries && { carries }),
    ...(toolCall && { toolCall }),
    ...(variants && { variants }),
  };
}

const ANY_OBJECT = { type: 'object' };
const NO_SCHEMA = t`A kind needs a "schema"; a protocol that is only read, and not checked, says "readOnly": true and needs none.`;

/** Reads the rules of a kind's steps. Undefined without rules. */
function readSteps(
  value: unknown,
  { agentName, ...of }: { tells: FieldPointers; agentName: string | undefined },
  path: readonly string[],
  { stepLists }: ReadKindOptions,
  faults: DeclarationFault[],
): StepRules | undefined {
  if (!Array.isArray(value)) return undefined;
  const steps = {
    rules: value,
    ...(stepLists && { lists: stepLists }),
    ...of,
    ...(agentName !== undefined && { agentName }),
  };
  const own: DeclarationFault[] = [];
  compileRules(steps, path, own);
  faults.push(...(stepLists === null ? own.filter(fault => fault.path.at(-1) !== 'use') : own));
  return steps;
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

/** Reads further facts of a kind: the model's usage, the unit of durations, a fixed agent. */
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

function readToolCall(
  value: unknown,
  path: readonly string[],
  faults: DeclarationFault[],
): KindDeclaration['toolCall'] {
  if (!isObject(value)) return undefined;
  const [agent, tool, args] = ['agent', 'tool', 'args'].map(name => readPointer(value[name], [...path, name], faults));
  return tool !== undefined && args !== undefined ? { ...(agent !== undefined && { agent }), tool, args } : undefined;
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
        message: t`"definition" must name one of the schema's definitions.`,
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

/** Returns a whole envelope to insert: the declared one, else the schema's first example, else one with the required properties. */
export function declaredSnippet(
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
  // Outside of tab stops a closing brace needs no escape, and ends a block of YAML.
  if (example) return JSON.stringify(example, undefined, 2).replace(/[\\$]/g, '\\$&').split('\n');
  return valueSnippet({ type: 'object', ...schema }, schema, { oneLine: false })
    .replaceAll('\t', '  ')
    .split('\n');
}
