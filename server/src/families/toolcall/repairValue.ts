import { isOfType } from '../../slots/matchesSchema';
import { nearestWord } from '../../text/names/nearestWord';
import { boundedPattern } from '../../text/pattern/boundedPattern';
import { isObject } from '../../text/pointer';
import { parseValidatorMessage, type ValidatorExpectation } from './validatorMessage';

/** Returns whether a value certainly satisfies a validator's message. */
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

/** Repairs a value according to a validator's message without changing its meaning; undefined if that takes a guess. */
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
