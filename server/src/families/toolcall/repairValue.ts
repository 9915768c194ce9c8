import { isOfType } from '../../slots/applicableSchemas';
import { boundedPattern } from '../../text/boundedPattern';
import { isObject } from '../../text/jsonPointer';
import { nearestWord } from '../../text/similarNames';

/**
 * Repairs an argument of a refused tool call as the validator's error message demands, without changing its meaning. Undefined if this needs a
 * guess.
 */
export function repairValue(value: unknown, message: string): unknown {
  const wanted = parseValidatorMessage(message);
  switch (wanted?.is) {
    case 'bound':
      return typeof value === 'number' && /=/.test(wanted.sign) ? wanted.limit : undefined;
    case 'type':
      return retyped(value, wanted.types);
    case 'choice': {
      const words = wanted.choices.filter(choice => typeof choice === 'string');
      return typeof value === 'string' ? nearestWord(value, words) : undefined;
    }
    default:
      return undefined;
  }
}

/** Returns whether a value surely meets the requirement in a validator's error message. */
export function satisfiesMessage(value: unknown, message: string): boolean {
  const wanted = parseValidatorMessage(message);
  switch (wanted?.is) {
    case 'bound':
      return typeof value === 'number' && isWithin(value, wanted);
    case 'property':
      return isObject(value) && Object.hasOwn(value, wanted.key);
    case 'type':
      return isOfType(value, wanted.types);
    case 'pattern':
      return typeof value === 'string' && matches(value, wanted.pattern);
    case 'choice':
      return wanted.choices.includes(value);
    case 'strangers':
      return isObject(value) && !wanted.keys.some(key => Object.hasOwn(value, key));
    case undefined:
      return false;
  }
}

function isWithin(value: number, { sign, limit }: Extract<ValidatorExpectation, { is: 'bound' }>): boolean {
  switch (sign) {
    case '>=':
      return value >= limit;
    case '<=':
      return value <= limit;
    case '>':
      return value > limit;
    case '<':
      return value < limit;
  }
}

// The pattern is untrusted: one that can't be matched in little time is ignored.
function matches(text: string, pattern: string): boolean {
  try {
    const bounded = boundedPattern(pattern);
    return bounded !== undefined && text.length <= bounded.longest && bounded.test(text);
  } catch {
    return false;
  }
}

function retyped(value: unknown, types: readonly string[]): unknown {
  if (types.includes('string') && typeof value === 'number') return String(value);
  if (typeof value !== 'string') return undefined;
  const read = readOf(value);
  return read !== undefined && isOfType(read, types) ? read : undefined;
}

function readOf(value: string): number | boolean | undefined {
  if (/^-?\d{1,15}(?:\.\d{1,10})?$/.test(value)) return Number(value);
  return value === 'true' ? true : value === 'false' ? false : undefined;
}

/** The expectation of a validator that a value does not meet. */
type ValidatorExpectation =
  | { is: 'bound'; sign: '>=' | '<=' | '>' | '<'; limit: number }
  | { is: 'property'; key: string }
  | { is: 'type'; types: string[] }
  | { is: 'pattern'; pattern: string }
  | { is: 'choice'; choices: unknown[] }
  | { is: 'strangers'; keys: string[] };

/**
 * Parses the messages of ajv, and of Python's `jsonschema`, which ADR-0009 names. Undefined for any other message, and for
 * one that omits the requirement: "must be equal to one of the allowed values".
 */
function parseValidatorMessage(message: string): ValidatorExpectation | undefined {
  if (message.length > LONGEST) return undefined;
  for (const [sentence, read] of SENTENCES) {
    const match = sentence.exec(message);
    if (match) return read(match);
  }
  return undefined;
}

const LONGEST = 1000;
const NUMBER = String.raw`(-?\d{1,15}(?:\.\d{1,10})?)`;

const SENTENCES: readonly [RegExp, (match: RegExpExecArray) => ValidatorExpectation | undefined][] = [
  [new RegExp(`^must be (>=|<=|>|<) ${NUMBER}$`), ([, sign, limit]) => bound(sign, limit)],
  [new RegExp(`is less than the minimum of ${NUMBER}$`), ([, limit]) => bound('>=', limit)],
  [new RegExp(`is greater than the maximum of ${NUMBER}$`), ([, limit]) => bound('<=', limit)],
  [new RegExp(`is less than or equal to the minimum of ${NUMBER}$`), ([, limit]) => bound('>', limit)],
  [new RegExp(`is greater than or equal to the maximum of ${NUMBER}$`), ([, limit]) => bound('<', limit)],
  [/^must have required property '([^']+)'$/, ([, key = '']) => ({ is: 'property', key })],
  [/^'([^']+)' is a required property$/, ([, key = '']) => ({ is: 'property', key })],
  [/^must be ([a-z]+(?:,[a-z]+)*)$/, ([, types = '']) => typed(types.split(','))],
  [/ is not of type ('[a-z]+'(?:, '[a-z]+')*)$/, ([, types = '']) => typed(types.replaceAll("'", '').split(', '))],
  [/^must match pattern "(.+)"$/, ([, pattern = '']) => ({ is: 'pattern', pattern })],
  // Python doubles backslashes; a pattern with a quote in it is left alone.
  [/ does not match '([^']+)'$/, ([, pattern = '']) => ({ is: 'pattern', pattern: pattern.replaceAll('\\\\', '\\') })],
  [/ is not one of \[([^[\]]+)\]$/, ([, list = '']) => chosen(list)],
  [/^('[^']*'|-?[\d.]+|None|True|False) was expected$/, ([, only = '']) => chosen(only)],
  [
    /^Additional properties are not allowed \(('[^']+'(?:, '[^']+')*) (?:was|were) unexpected\)$/,
    ([, keys = '']) => ({ is: 'strangers', keys: keys.slice(1, -1).split("', '") }),
  ],
];

function bound(sign: string | undefined, limit: string | undefined): ValidatorExpectation {
  return { is: 'bound', sign: sign as '>=' | '<=' | '>' | '<', limit: Number(limit) };
}

function typed(types: string[]): ValidatorExpectation | undefined {
  return types.every(type => TYPES.includes(type)) ? { is: 'type', types } : undefined;
}

const TYPES = ['null', 'array', 'object', 'string', 'number', 'integer', 'boolean'];

/** Reads values in Python's notation, separated by commas. Undefined if one is no plain text or number. */
function chosen(list: string): ValidatorExpectation | undefined {
  const items = list.match(/'[^']*'|[^,\s']+/g) ?? [];
  const choices = items.map(plainOf);
  return choices.includes(undefined) || items.join(', ') !== list ? undefined : { is: 'choice', choices };
}

function plainOf(item: string): unknown {
  if (item.startsWith("'")) return item.includes('\\') ? undefined : item.slice(1, -1);
  if (/^-?\d{1,15}(\.\d{1,10})?$/.test(item)) return Number(item);
  return CONSTANTS.get(item);
}

const CONSTANTS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['None', null],
  ['True', true],
  ['False', false],
]);
