import type { Kind, Variant } from '../model/kind';
import type { Schema, SchemaFault } from '../model/schema';
import type { Path } from '../model/text';
import { t, translated } from '../shared/l10n';
import { truncate } from '../shared/shownText';
import { jsonType } from '../slots/applicableSchemas';
import { escapeLoneSurrogates } from '../text/characters';
import { isDateOnly } from '../text/parseTime';
import { nearestWord } from '../text/similarNames';

type Named = Pick<Kind | Variant, 'title'>;

/**
 * Returns the message for a schema error, which says what the present value is and what is allowed. Also returns the value that the author
 * probably meant, if there is one.
 *
 * @param as the text of a number as it is in the file; the parsed number may be rounded
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
  const name = isName ? t`the name "${shortenText(String(found))}"` : valueName(path, kind);
  const { keyword, params } = fault;
  const is = (then: string) => t`${name} is ${isName ? t`not allowed` : displayValue(found, as)}; ${then}`;
  switch (keyword) {
    case 'type':
      return typeMessage(name, found, fault, schema, as);
    case 'enum':
    case 'const': {
      // Of several lists, the schema has what they have in common. The list of an alternative may be another one.
      const common = keyword === 'enum' && !schema.enum?.includes(found) ? schema.enum : undefined;
      return choiceMessage(is, found, common ?? [params.allowedValues ?? params.allowedValue].flat());
    }
    case 'format':
      return { message: is(formatExpected(String(params.format), found)) };
    case 'pattern': {
      const { patternErrorMessage: expected } = schema;
      // Omits the value: the message would say "blank" twice.
      if (isBlank(found) && expected === NOT_BLANK) return { message: t`${name} ${translated(NOT_BLANK)}.` };
      return {
        message: is(
          expected === undefined ? t`it must match ${String(params.pattern)}.` : t`it ${translated(expected)}.`,
        ),
      };
    }
    case 'minimum':
    case 'maximum':
      return { message: is(boundsOf(schema, fault)) };
    case 'minLength':
    case 'maxLength':
      return { message: lengthMessage(name, found, fault) };
    case 'minItems':
      return { message: lengthOf(name, found, t`it must hold at least ${itemCount(Number(params.limit))}.`) };
    case 'maxItems':
      return { message: lengthOf(name, found, t`it must hold at most ${itemCount(Number(params.limit))}.`) };
    case 'exclusiveMinimum':
      return { message: is(t`it must be more than ${bound(params.limit)}.`) };
    case 'exclusiveMaximum':
      return { message: is(t`it must be less than ${bound(params.limit)}.`) };
    case 'multipleOf':
      return { message: is(t`it must be a multiple of ${String(params.multipleOf)}.`) };
    case 'false schema':
      return { message: t`${name} is not allowed here: its contract allows no value at all.` };
    case 'dependencies':
    case 'dependentRequired': {
      const [lacking = '', beside = ''] = [params.missingProperty, params.property].map(key =>
        shortenText(String(key)),
      );
      return { message: t`"${lacking}" is missing from ${name}: it is required beside "${beside}".` };
    }
    case 'items':
    case 'additionalItems':
    case 'unevaluatedItems': {
      const most = Number(params.limit ?? params.len);
      return { message: lengthOf(name, found, t`it may hold at most ${itemCount(most)}.`) };
    }
    case 'contains':
      return { message: lengthOf(name, found, containedCount(fault)) };
    case 'not':
      return { message: is(t`its contract excludes that ("not").`) };
    case 'oneOf': {
      const { passingSchemas: both } = params;
      return {
        message: is(
          Array.isArray(both)
            ? t`it must match exactly one of the contract's "oneOf", and it matches ${both.length}.`
            : t`it must match exactly one of the contract's "oneOf".`,
        ),
      };
    }
    case 'discriminator':
      return { message: t`${name} lacks a known "${shortenText(String(params.tag))}", which says what it is.` };
    case 'uniqueItems':
      return { message: t`${name} has the same item twice; each item may occur only once.` };
    case 'minProperties':
      return { message: t`${name} must have at least ${propertyCount(Number(params.limit))}.` };
    case 'maxProperties':
      return { message: t`${name} must have at most ${propertyCount(Number(params.limit))}.` };
    case 'unchecked':
      return {
        message: t`${name} can't be checked completely: its schema is recursive, and the value is nested too deeply.`,
      };
    default:
      return { message: is(t`it breaks the contract's "${keyword}".`) };
  }
}

/** Says how many items must match `contains`. */
function containedCount({ params: { minContains, maxContains } }: SchemaFault): string {
  return maxContains === undefined
    ? t`at least ${String(minContains)} must be as the contract's "contains" says.`
    : t`at least ${String(minContains)} and at most ${String(maxContains)} must be as the contract's "contains" says.`;
}

/**
 * Returns the message for a missing property.
 *
 * @param reason why it is required, if that depends on other values
 */
export function lackMessage(path: Path, key: string, property: Schema, kind: Named, reason: string): string {
  const [shown, where] = [keyWithTitle(key, property), valueName(path, kind)];
  return reason ? t`${shown} is missing from ${where}, since ${reason}.` : t`${shown} is missing from ${where}.`;
}

/** Returns the message for a value that lacks each of several properties, of which one would be enough. */
export function lackOfAnyMessage(path: Path, keys: readonly string[], kind: Named): string {
  return t`One of ${joinItems(keys.map(key => JSON.stringify(shortenText(key))))} is missing from ${valueName(path, kind)}.`;
}

function keyWithTitle(key: string, { title }: Schema): string {
  return title ? `"${key}" (${translated(title)})` : `"${key}"`;
}

/** Returns the message for a key that is nearly the name of a missing property. */
export function misspeltKeyMessage(found: string, meant: string, property: Schema): string {
  return t`Unknown property "${shortenText(found)}"; did you mean ${keyWithTitle(meant, property)}?`;
}

/** Returns the message for a property that the schema does not know. */
export function unknownPropertyMessage(key: string, schema: Schema, kind: Named): string {
  const known = Object.keys(schema.properties ?? {});
  const meant = nearestWord(key, known);
  const [shown, where] = [shortenText(key), withArticle(kind.title)];
  const isClosed = schema.additionalProperties === false;
  const message = meant
    ? isClosed
      ? t`"${shown}" is not allowed in ${where}; did you mean "${meant}"?`
      : t`"${shown}" is not defined in ${where}; did you mean "${meant}"?`
    : isClosed
      ? t`"${shown}" is not allowed in ${where}.`
      : t`"${shown}" is not defined in ${where}.`;
  return known.length > 0 ? `${message} ${allowedText(known)}` : message;
}

/** Lists the allowed values after a message. */
function allowedText(allowed: readonly unknown[]): string {
  return t`Allowed: ${joinItems(allowed.map(choice => JSON.stringify(choice)))}.`;
}

/** Names a value in a message: its key in quotes, with indices; the root by its kind. */
export function valueName(path: Path, kind: Named): string {
  const from = path.findLastIndex(step => typeof step === 'string');
  if (from < 0) return path.length === 0 ? t`this ${nounOf(kind.title)}` : t`item ${path.join('.')}`;
  const indices = path.slice(from + 1).map(index => `[${index}]`);
  return `"${shortenText(String(path[from]))}${indices.join('')}"`;
}

function typeMessage(name: string, found: unknown, fault: SchemaFault, schema: Schema, as: string | undefined) {
  const wanted = [fault.params.type].flat().map(String);
  const shown = describeValue(found, as);
  // YAML has numbers that JSON can't write, such as `.inf`.
  const isNotFinite = typeof found === 'number' && !Number.isFinite(found) && wanted.includes('number');
  const expected = isNotFinite ? t`a finite number` : alternatives(wanted.map(type => TYPES[type] ?? type));
  const message = schema.enum
    ? t`${name} is ${shown}; it must be ${expected}, one of ${joinItems(schema.enum.map(choice => JSON.stringify(choice)))}.`
    : t`${name} is ${shown}; it must be ${expected}.`;
  const meant = convertScalar(found, wanted);
  return meant === undefined ? { message } : { message, meant };
}

// Converts "0.9" to 0.9 and "true" to true: these errors have a single fix.
function convertScalar(found: unknown, wanted: readonly string[]): unknown {
  if (typeof found !== 'string')
    return wanted.includes('string') && typeof found === 'number' ? String(found) : undefined;
  if (wanted.includes('boolean') && (found === 'true' || found === 'false')) return found === 'true';
  const isNumber = /^-?(0|[1-9]\d*)(\.\d+)?$/.test(found);
  if (wanted.includes('number') && isNumber) return Number(found);
  if (wanted.includes('integer') && /^-?\d{1,15}$/.test(found)) return Number(found);
  return undefined;
}

function choiceMessage(
  is: (then: string) => string,
  found: unknown,
  allowed: readonly unknown[],
): { message: string; meant?: unknown } {
  const words = allowed.filter(choice => typeof choice === 'string');
  const meant = typeof found === 'string' ? nearestWord(found.trim(), words) : undefined;
  if (allowed.length === 1) return { message: is(t`it must be ${JSON.stringify(allowed[0])}.`), meant: allowed[0] };
  if (meant !== undefined) return { message: `${is(t`did you mean "${meant}"?`)} ${allowedText(allowed)}`, meant };
  return { message: is(t`it must be one of ${joinItems(allowed.map(choice => JSON.stringify(choice)))}.`) };
}

function lengthMessage(name: string, found: unknown, { keyword, params: { limit } }: SchemaFault): string {
  const { length } = [...String(found)];
  const count = length === 1 ? t`1 character` : t`${length} characters`;
  return keyword === 'maxLength'
    ? t`${name} has ${count}; at most ${String(limit)} are allowed.`
    : t`${name} has ${count}; at least ${String(limit)} are needed.`;
}

function lengthOf(name: string, found: unknown, then: string): string {
  const { length } = Array.isArray(found) ? found : [];
  return length === 0 ? t`${name} is empty; ${then}` : t`${name} holds ${itemCount(length)}; ${then}`;
}

function boundsOf({ minimum, maximum }: Schema, { keyword, params }: SchemaFault): string {
  const [low, high] = keyword === 'minimum' ? [params.limit, maximum] : [minimum, params.limit];
  if (low !== undefined && high !== undefined && Number(low) < Number(high))
    return t`it must lie between ${bound(low)} and ${bound(high)}.`;
  return keyword === 'minimum'
    ? t`it must be at least ${bound(params.limit)}.`
    : t`it must be at most ${bound(params.limit)}.`;
}

/** A limit as text. The last digits of one of 64 bits are lost: it is shown with an exponent, which promises less. */
function bound(limit: unknown): string {
  const isRounded = Number.isInteger(limit) && !Number.isSafeInteger(limit);
  return isRounded ? (limit as number).toExponential() : String(limit);
}

const NOT_BLANK = 'must not be blank';

function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}

function formatExpected(format: string, found: unknown): string {
  const [, year, month, day] = (typeof found === 'string' && DAY.exec(found)) || [];
  if (FORMATS[format] && year && !isDateOnly(`${year}-${month}-${day}`)) {
    return t`there is no day ${`${year}-${month}-${day}`}.`;
  }
  return FORMATS[format] ?? t`it must be ${withArticle(format)}.`;
}

const DAY = /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ]|$)/;

const FORMATS: Record<string, string> = {
  'date-time': t`it must be an ISO 8601 time with a zone, such as 2026-01-31T09:30:00Z.`,
  'iso-date-time': t`it must be an ISO 8601 time, such as 2026-01-31T09:30:00Z.`,
};

const TYPES: Record<string, string> = {
  null: 'null',
  array: t`an array`,
  object: t`an object`,
  string: t`a string`,
  number: t`a number`,
  integer: t`a whole number`,
  boolean: t`true or false`,
};

function describeValue(value: unknown, as?: string): string {
  const type = jsonType(value);
  if (type === 'null' || type === 'boolean') return String(value);
  if (type === 'array' || type === 'object') return TYPES[type] as string;
  return `${displayValue(value, as)}, ${TYPES[type]}`;
}

function displayValue(value: unknown, as?: string): string {
  if (typeof value === 'object' && value !== null) return describeValue(value);
  if (value === '') return t`empty`;
  if (typeof value === 'string' && value.trim() === '') return t`blank`;
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
  return items.length < 2 ? items.join('') : t`${items.slice(0, -1).join(', ')} or ${items.at(-1) ?? ''}`;
}

function itemCount(count: number): string {
  return count === 1 ? t`1 item` : t`${count} items`;
}

function propertyCount(count: number): string {
  return count === 1 ? t`1 property` : t`${count} properties`;
}

/** Returns a kind's title within a sentence: "an agent message". */
export function withArticle(title: string): string {
  const name = nounOf(title);
  const isVowel = isAcronym(name) ? /^[AEFHILMNORSX8]/.test(name) : /^(?:[aeio]|u(?!ni[^nm]|se|ri|ti|ui))/i.test(name);
  return isVowel ? t`an ${name}` : t`a ${name}`;
}

// Capital letters of a name, such as "Review Queue verdict", stay.
function nounOf(title: string): string {
  const shown = translated(title);
  const isName = isAcronym(title) || /\s[A-Z][a-z]/.test(title);
  return shown !== title || isName ? shown : title.charAt(0).toLowerCase() + title.slice(1);
}

// Such as ATIF, A2A and OTLP, which are spelled out.
function isAcronym(title: string): boolean {
  return /^[A-Z0-9]{2}/.test(title);
}
