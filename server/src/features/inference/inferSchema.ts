import type { Path } from '../../model/text';
import { t } from '../../shared/l10n';
import { orText } from '../../shared/shownText';
import type { RawSchema } from '../../slots/subschemas';
import { isDateOnly } from '../../text/parseTime';
import { snakeCaseName } from '../../text/snakeCaseName';
import type { NoteGuess } from './guessList';
import { isChoiceName, isOpenName, isSecretWord, isWordLike, type Profile, type TypeName } from './profileValues';

/** The parameters of `inferSchema`, which infers a JSON Schema from sample values: where the value and its schema belong. */
interface InferSchemaOptions {
  /** The path of the schema in the declaration. */
  path: Path;
  note: NoteGuess;
  /** The last property on the path to the value; empty for the root. */
  name?: string;
  /** This is the root of an envelope. Only the schema of a root may forbid further properties. */
  isRoot?: boolean;
}

/**
 * Infers a JSON Schema from statistics on sample values. All samples fulfil it, except that a property may become required if nearly all
 * samples have it.
 */
export function inferSchema(profile: Profile, options: InferSchemaOptions): RawSchema {
  const { path, note, name = '' } = options;
  const { types, values } = profile;
  const named = typesOf(profile, name);
  const schema: RawSchema = {};
  if (named.length > 0 && named.length <= MAX_TYPES) schema.type = named.length === 1 ? named[0] : named;
  const choices = choicesOf(profile, name);
  if (choices) {
    Object.assign(schema, choices.length === 1 && !types.has('null') ? { const: choices[0] } : { enum: choices });
    const texts = types.get('string') ?? 0;
    note([...path, choices.length === 1 && !types.has('null') ? 'const' : 'enum'], {
      seen: texts,
      of: values.length,
      note: choices.length === 1 ? t`always the same` : t`${choices.length} words that repeat`,
    });
  }
  const format = formatOf(profile);
  if (format !== undefined) {
    schema.format = format;
    note([...path, 'format'], { seen: types.get('string') ?? 0, of: values.length, note: format });
  }
  if (profile.properties && types.has('object'))
    Object.assign(schema, objectSchema(profile.properties, profile, options));
  if (profile.entries) {
    schema.additionalProperties = inferSchema(profile.entries, { path: [...path, 'additionalProperties'], note });
    const of = types.get('object') ?? 0;
    note([...path, 'additionalProperties'], { seen: of, of, note: t`a map: its keys are data` });
  }
  if (profile.items)
    schema.items = inferSchema(profile.items, { path: [...path, 'items'], note, name: name.replace(/s$/, '') });
  return schema;
}

const MAX_TYPES = 3;

function objectSchema(
  properties: ReadonlyMap<string, Profile>,
  { types, values }: Profile,
  { path, note, isRoot = false }: InferSchemaOptions,
): RawSchema {
  const of = types.get('object') ?? 0;
  const required: string[] = [];
  const own: [string, RawSchema][] = [];
  for (const [key, member] of properties) {
    const at = [...path, 'properties', key];
    const seen = member.values.length;
    const isRequired = (isRoot || of >= FEW) && (seen === of || (of >= MANY && seen >= of * NEARLY_ALL));
    if (isRequired) {
      note([...path, 'required', required.length], { seen, of, note: seen === of ? t`there` : t`nearly always there` });
      required.push(key);
    }
    note(at, { seen, of, note: orText([...member.types.keys()]) });
    own.push([key, inferSchema(member, { path: at, note, name: key })]);
  }
  const rare = [...properties.values()].filter(({ values: some }) => some.length < SEEN_OFTEN).length;
  const isClosed = isRoot && of >= MANY && rare === 0 && values.length === of;
  if (isClosed) {
    const about = { seen: of, of, note: t`no other property` };
    note([...path, 'additionalProperties'], about);
  }
  // Where many properties are there once, the next object has another one.
  const single = [...properties.values()].filter(({ values: some }) => some.length === 1).length;
  const isOpen = of < MANY_OBJECTS || single > of * UNSEEN;
  return {
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(own),
    ...((isClosed || isOpen) && { additionalProperties: !isClosed }),
  };
}

// With fewer objects inside of others, shared properties mean little.
const FEW = 2;
const MANY_OBJECTS = 10;
const UNSEEN = 0.05;

// From this many samples on, one that lacks a property, or has another one, says something.
const MANY = 100;
const NEARLY_ALL = 0.98;
const SEEN_OFTEN = 5;

function typesOf({ types }: Profile, name: string): TypeName[] {
  const names = [...types.keys()].filter(one => one !== 'null').sort();
  const isWhole = types.has('integer') && !types.has('number');
  const isCounted = COUNTED.test(snakeCaseName(name)) || (types.get('integer') ?? 0) >= MANY_NUMBERS;
  const own: TypeName[] = names.filter(one => one !== 'integer' && one !== 'number');
  if (types.has('integer') || types.has('number')) own.push(isWhole && isCounted ? 'integer' : 'number');
  // A property that is always null may have any type.
  if (types.has('null') && own.length > 0) own.push('null');
  return own;
}

const MANY_NUMBERS = 30;
const COUNTED =
  /(?:^|_)(?:count|index|step|number|attempts?|retries|lines?|port|version|tokens|seq|sequence|size|length|code|limit|total|round|turn|iteration|priority)$/;

/** Returns the allowed values of a property with few, repeating words. Undefined for ids, names of people and secrets. */
function choicesOf({ types, words, values }: Profile, name: string): unknown[] | undefined {
  const texts = types.get('string') ?? 0;
  const others = [...types.keys()].filter(one => one !== 'string' && one !== 'null');
  if (!words || texts === 0 || others.length > 0) return undefined;
  const plain = snakeCaseName(name);
  if (isOpenName(name)) return undefined;
  const all = [...words.keys()];
  const isUsual = (word: string) => isWordLike(word) || (VERSION_NAMES.test(plain) && /^[\w./:-]{1,40}$/.test(word));
  if (!all.every(word => isUsual(word) && !isSecretWord(word))) return undefined;
  const single = [...words.values()].filter(count => count === 1).length;
  if (all.length === 1) {
    const enough = VERSION_NAMES.test(plain) ? 3 : isChoiceName(name) ? 8 : MANY_NUMBERS;
    if (texts < enough) return undefined;
  } else if (isChoiceName(name)) {
    if (texts < 6 || single > texts * 0.1 || all.length > texts / 3) return undefined;
  } else if (texts < 20 || single > 0 || all.length > Math.min(12, texts / 5)) return undefined;
  const sorted = all.sort((one, other) => (words.get(other) ?? 0) - (words.get(one) ?? 0));
  return values.some(value => value === null) ? [...sorted, null] : sorted;
}

const VERSION_NAMES = /(?:^|_)(?:version|protocol|schema|jsonrpc|spec)$/;

/** Returns the format that all texts at this place have; undefined without one. */
function formatOf({ types, values }: Profile): string | undefined {
  const count = types.get('string') ?? 0;
  const found = FORMATS.find(
    ({ has, enough }) => count >= enough && values.every(value => typeof value !== 'string' || has(value)),
  );
  return found?.format;
}

// Narrower than the checks of these formats.
const FORMATS: readonly { format: string; has(text: string): boolean; enough: number }[] = [
  { format: 'date-time', has: text => TIME.test(text) && isDateOnly(text.slice(0, 10)), enough: 2 },
  { format: 'uuid', has: matches(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i), enough: 3 },
  {
    format: 'email',
    has: matches(/^[a-z0-9](?:[a-z0-9+_-]{0,30}[a-z0-9])?@[a-z0-9]{1,30}(?:\.[a-z0-9]{2,20}){1,4}$/i),
    enough: 4,
  },
  { format: 'uri', has: matches(/^https?:\/\/[a-z0-9.-]{1,200}(?:\/[\w./~-]{0,300})?$/i), enough: 4 },
];
const TIME = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/;

function matches(pattern: RegExp): (text: string) => boolean {
  return text => pattern.test(text);
}
