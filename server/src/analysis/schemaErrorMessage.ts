import type { Kind, Variant } from '../model/kind';
import type { Schema, SchemaFault } from '../model/schema';
import type { Path } from '../model/text';
import { truncate } from '../shared/shownText';
import { jsonType } from '../slots/applicableSchemas';
import { escapeLoneSurrogates } from '../text/characters';
import { isDateOnly } from '../text/parseTime';
import { nearestWord } from '../text/similarNames';

type Named = Pick<Kind | Variant, 'title'>;

/**
 * Returns the message for a schema error: what the value is, and what it must be. Also returns the intended value if it is clear.
 *
 * @param as the text of a number in the file, since a double rounds it
 */
export function schemaErrorMessage(
  fault: SchemaFault,
  path: Path,
  found: unknown,
  schema: Schema,
  kind: Named,
  as?: string,
): { message: string; meant?: unknown } {
  const isName = fault.propertyName !== undefined;
  const name = isName ? `the name "${shortenText(String(found))}"` : valueName(path, kind);
  const is = `${name} is ${isName ? 'not allowed' : displayValue(found, as)}`;
  switch (fault.keyword) {
    case 'type':
      return typeMessage(name, found, fault, schema, as);
    case 'enum':
    case 'const': {
      const allowed = schema.enum ?? [fault.params.allowedValues ?? fault.params.allowedValue].flat();
      return choiceMessage(is, found, allowed);
    }
    case 'format':
      return { message: `${is}; ${formatExpected(String(fault.params.format), found)}.` };
    case 'pattern':
      // Omits the value: the message would say "blank" twice.
      if (isBlank(found) && schema.patternErrorMessage === NOT_BLANK) return { message: `${name} ${NOT_BLANK}.` };
      return { message: `${is}; it ${schema.patternErrorMessage ?? `must match ${fault.params.pattern}`}.` };
    case 'minimum':
    case 'maximum':
      return { message: `${is}; ${boundsOf(schema, fault)}.` };
    case 'minLength':
    case 'maxLength':
      return { message: lengthMessage(name, found, fault) };
    case 'minItems':
      return {
        message: `${name} ${itemCountText(found)}; it must hold at least ${countNoun(Number(fault.params.limit), 'item')}.`,
      };
    case 'maxItems':
      return {
        message: `${name} ${itemCountText(found)}; it must hold at most ${countNoun(Number(fault.params.limit), 'item')}.`,
      };
    case 'exclusiveMinimum':
    case 'exclusiveMaximum': {
      const side = fault.keyword === 'exclusiveMinimum' ? 'more' : 'less';
      return { message: `${is}; it must be ${side} than ${fault.params.limit}.` };
    }
    case 'multipleOf':
      return { message: `${is}; it must be a multiple of ${fault.params.multipleOf}.` };
    case 'false schema':
      return { message: `${name} is not allowed here: its contract allows no value at all.` };
    case 'dependencies':
    case 'dependentRequired':
      return {
        message: `"${shortenText(String(fault.params.missingProperty))}" is missing from ${name}: it is required beside "${shortenText(String(fault.params.property))}".`,
      };
    case 'items':
    case 'additionalItems':
    case 'unevaluatedItems': {
      const most = Number(fault.params.limit ?? fault.params.len);
      return { message: `${name} ${itemCountText(found)}; it may hold at most ${countNoun(most, 'item')}.` };
    }
    case 'contains':
      return {
        message: `${name} ${itemCountText(found)}; ${containedCount(fault)} be as the contract's "contains" says.`,
      };
    case 'not':
      return { message: `${is}; its contract excludes that ("not").` };
    case 'oneOf': {
      const { passingSchemas: both } = fault.params;
      const several = Array.isArray(both) ? `, and it matches ${both.length}` : '';
      return { message: `${is}; it must match exactly one of the contract's "oneOf"${several}.` };
    }
    case 'discriminator':
      return { message: `${name} lacks a known "${shortenText(String(fault.params.tag))}", which says what it is.` };
    case 'uniqueItems':
      return { message: `${name} has the same item twice; each item may occur only once.` };
    case 'minProperties':
    case 'maxProperties': {
      const bound = fault.keyword === 'minProperties' ? 'at least' : 'at most';
      return {
        message: `${name} must have ${bound} ${countNoun(Number(fault.params.limit), 'property', 'properties')}.`,
      };
    }
    case 'unchecked':
      return {
        message: `${name} can't be checked completely: its schema is recursive, and the value is nested too deeply.`,
      };
    default:
      return { message: `${is}; it breaks the contract's "${fault.keyword}".` };
  }
}

/** Says how many items must match `contains`: "at least 2 and at most 3 must". */
function containedCount({ params: { minContains, maxContains } }: SchemaFault): string {
  const most = maxContains === undefined ? '' : ` and at most ${maxContains}`;
  return `at least ${minContains}${most} must`;
}

/** Returns the message for a missing property. */
export function lackMessage(path: Path, key: string, property: Schema, kind: Named): string {
  const meaning = property.title ? ` (${property.title})` : '';
  return `"${key}"${meaning} is missing from ${valueName(path, kind)}.`;
}

/** Returns the message for a key that is nearly the name of a missing property. */
export function misspeltKeyMessage(found: string, meant: string, property: Schema): string {
  const meaning = property.title ? ` (${property.title})` : '';
  return `Unknown property "${shortenText(found)}"; did you mean "${meant}"${meaning}?`;
}

/** Returns the message for a property that the schema does not know. */
export function unknownPropertyMessage(key: string, schema: Schema, kind: Named): string {
  const known = Object.keys(schema.properties ?? {});
  const meant = nearestWord(key, known);
  const among = known.length > 0 ? ` Allowed: ${joinItems(known.map(name => JSON.stringify(name)))}.` : '';
  const instead = meant ? `; did you mean "${meant}"?` : '.';
  const verb = schema.additionalProperties === false ? 'is not allowed' : 'is not defined';
  return `"${shortenText(key)}" ${verb} in ${withArticle(kind.title)}${instead}${among}`;
}

/** Names a value in a message: its key in quotes, with indices; the root by its kind. */
export function valueName(path: Path, kind: Named): string {
  const from = path.findLastIndex(step => typeof step === 'string');
  if (from < 0) return path.length === 0 ? `this ${lowerFirst(kind.title)}` : `item ${path.join('.')}`;
  const indices = path.slice(from + 1).map(index => `[${index}]`);
  return `"${shortenText(String(path[from]))}${indices.join('')}"`;
}

function typeMessage(name: string, found: unknown, fault: SchemaFault, schema: Schema, as: string | undefined) {
  const wanted = [fault.params.type].flat().map(String);
  const choices = schema.enum ? `, one of ${joinItems(schema.enum.map(choice => JSON.stringify(choice)))}` : '';
  const message = `${name} is ${describeValue(found, as)}; it must be ${alternatives(wanted.map(type => TYPES[type] ?? type))}${choices}.`;
  const meant = convertScalar(found, wanted);
  return meant === undefined ? { message } : { message, meant };
}

// Converts "0.9" to 0.9 and "true" to true: these errors have a single fix.
function convertScalar(found: unknown, wanted: readonly string[]): unknown {
  if (typeof found !== 'string')
    return wanted.length === 1 && wanted[0] === 'string' && typeof found === 'number' ? String(found) : undefined;
  if (wanted.includes('boolean') && (found === 'true' || found === 'false')) return found === 'true';
  const isNumber = /^-?(0|[1-9]\d*)(\.\d+)?$/.test(found);
  if (wanted.includes('number') && isNumber) return Number(found);
  if (wanted.includes('integer') && /^-?\d{1,15}$/.test(found)) return Number(found);
  return undefined;
}

function choiceMessage(is: string, found: unknown, allowed: readonly unknown[]): { message: string; meant?: unknown } {
  const shownChoices = joinItems(allowed.map(choice => JSON.stringify(choice)));
  const words = allowed.filter(choice => typeof choice === 'string');
  const meant = typeof found === 'string' ? nearestWord(found.trim(), words) : undefined;
  if (allowed.length === 1) return { message: `${is}; it must be ${shownChoices}.`, meant: allowed[0] };
  if (meant === undefined) return { message: `${is}; it must be one of ${shownChoices}.` };
  return { message: `${is}; did you mean "${meant}"? Allowed: ${shownChoices}.`, meant };
}

function lengthMessage(name: string, found: unknown, fault: SchemaFault): string {
  const length = [...String(found)].length;
  const limit = Number(fault.params.limit);
  const bound = fault.keyword === 'maxLength' ? `at most ${limit} are allowed` : `at least ${limit} are needed`;
  return `${name} has ${countNoun(length, 'character')}; ${bound}.`;
}

function itemCountText(found: unknown): string {
  const { length } = Array.isArray(found) ? found : [];
  return length === 0 ? 'is empty' : `holds ${countNoun(length, 'item')}`;
}

function boundsOf({ minimum, maximum }: Schema, { keyword, params }: SchemaFault): string {
  if (minimum !== undefined && maximum !== undefined) return `it must lie between ${minimum} and ${maximum}`;
  return `it must be ${keyword === 'minimum' ? 'at least' : 'at most'} ${params.limit}`;
}

const NOT_BLANK = 'must not be blank';

function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}

function formatExpected(format: string, found: unknown): string {
  const [, year, month, day] = (typeof found === 'string' && DAY.exec(found)) || [];
  if (FORMATS[format] && year && !isDateOnly(`${year}-${month}-${day}`)) {
    return `there is no day ${year}-${month}-${day}`;
  }
  return FORMATS[format] ?? `it must be ${withArticle(format)}`;
}

const DAY = /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ]|$)/;

const FORMATS: Record<string, string> = {
  'date-time': 'it must be an ISO 8601 time with a zone, such as 2026-01-31T09:30:00Z',
  'iso-date-time': 'it must be an ISO 8601 time, such as 2026-01-31T09:30:00Z',
};

const TYPES: Record<string, string> = {
  null: 'null',
  array: 'an array',
  object: 'an object',
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
};

function describeValue(value: unknown, as?: string): string {
  const type = jsonType(value);
  if (type === 'null' || type === 'boolean') return String(value);
  if (type === 'array' || type === 'object') return TYPES[type] as string;
  return `${displayValue(value, as)}, ${TYPES[type]}`;
}

function displayValue(value: unknown, as?: string): string {
  if (typeof value === 'object' && value !== null) return describeValue(value);
  if (value === '') return 'empty';
  if (typeof value === 'string' && value.trim() === '') return 'blank';
  if (typeof value === 'number' && as !== undefined) return shortenText(as);
  return typeof value === 'string' ? JSON.stringify(truncate(value, 60, 57)) : String(value);
}

// Shortens a text so that the message stays one line.
function shortenText(text: string): string {
  return escapeLoneSurrogates(truncate(text, 60, 57));
}

function joinItems(items: readonly string[]): string {
  return items.length > 16 ? `${items.slice(0, 16).join(', ')}, …` : items.join(', ');
}

function alternatives(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`;
}

function countNoun(n: number, noun: string, plural = `${noun}s`): string {
  return `${n} ${n === 1 ? noun : plural}`;
}

/** Returns a kind's title within a sentence: "an agent message". */
export function withArticle(title: string): string {
  const name = lowerFirst(title);
  const isVowel = isAcronym(name) ? /^[AEFHILMNORSX8]/.test(name) : /^(?:[aeio]|u(?!ni[^nm]|se|ri|ti))/i.test(name);
  return `${isVowel ? 'an' : 'a'} ${name}`;
}

function lowerFirst(title: string): string {
  return isAcronym(title) ? title : title.charAt(0).toLowerCase() + title.slice(1);
}

// Such as ATIF, A2A and OTLP, which are spelled out.
function isAcronym(title: string): boolean {
  return /^[A-Z0-9]{2}/.test(title);
}
