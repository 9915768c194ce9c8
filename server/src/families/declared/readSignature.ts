import type { Condition, Signature } from '../../model/family';
import type { DeclarationFault } from '../../model/rule';
import type { Schema } from '../../model/schema';
import { isObject, pointerOf } from '../../text/pointer';
import { readPointer } from './readPointers';

type Path = readonly (string | number)[];

/** A signature as data; undefined where it tells a kind from nothing, which is said. A condition that can't be read is never met. */
export function readSignature(value: unknown, path: Path, faults: DeclarationFault[]): Signature | undefined {
  if (!isObject(value)) return undefined;
  const keys: [string, number][] = [];
  for (const [pointer, weight] of isObject(value.keys) ? Object.entries(value.keys) : []) {
    const at = [...path, 'keys', pointer];
    if (readPointer(pointer, at, faults) === undefined) continue;
    if (typeof weight !== 'number' || !(Math.abs(weight) <= HEAVIEST)) {
      faults.push({ path: at, message: `A weight must lie between -${HEAVIEST} and ${HEAVIEST}; most weigh 1.` });
    } else keys.push([pointer, weight]);
  }
  const budget = { conditions: MOST };
  const proof: Condition[] = [];
  for (const [index, one] of (Array.isArray(value.proof) ? value.proof : []).entries()) {
    const at = [...path, 'proof', index];
    const condition = readCondition(one, at, { faults, budget, depth: 0 });
    if (condition === undefined) continue;
    if (holdsForNothing(condition)) {
      faults.push({
        path: at,
        message: 'An empty object meets this, and so would all JSON; name something that must be there.',
      });
    } else proof.push(condition);
  }
  return { keys: Object.fromEntries(keys), proof, ...(value.open === true && { open: true }) };
}

const HEAVIEST = 5;
const MOST = 500;
const DEEPEST = 12;

interface Reading {
  faults: DeclarationFault[];
  budget: { conditions: number };
  depth: number;
}

const TYPES = ['array', 'object', 'string', 'number', 'null', 'boolean'] as const;
const FORMS =
  '"/a/pointer", { "all" }, { "any" }, { "atLeast", "of" }, { "not" }, or { "at" } with "is", "endsWith", "type" or "each"';

function readCondition(value: unknown, path: Path, reading: Reading): Condition | undefined {
  const { faults, budget, depth } = reading;
  const say = (message: string) => void faults.push({ path, message });
  if (--budget.conditions < 0 || depth > DEEPEST) {
    // Once: what comes after it would be too much as well.
    return budget.conditions === -1 || depth > DEEPEST
      ? say('These are more conditions than anybody can follow; say it in fewer.')
      : undefined;
  }
  if (typeof value === 'string') return readPointer(value, path, faults);
  const inner = { ...reading, depth: depth + 1 };
  if (isObject(value)) {
    if (Array.isArray(value.all)) return all(value.all, [...path, 'all'], inner, of => ({ all: of }));
    if (Array.isArray(value.any)) return all(value.any, [...path, 'any'], inner, of => ({ any: of }));
    const { atLeast, of, not, at } = value;
    if (Array.isArray(of) && Number.isInteger(atLeast))
      return all(of, [...path, 'of'], inner, some => ({ atLeast: atLeast as number, of: some }));
    if (not !== undefined) {
      const condition = readCondition(not, [...path, 'not'], inner);
      return condition === undefined ? undefined : { not: condition };
    }
    if (at !== undefined) return readAt(value, path, inner);
  }
  return say(`This is no condition; known are ${FORMS}.`);
}

function all(
  values: readonly unknown[],
  path: Path,
  reading: Reading,
  make: (of: Condition[]) => Condition,
): Condition | undefined {
  const of = values.map((one, index) => readCondition(one, [...path, index], reading));
  // Without one of them the others could say more than they were meant to.
  return of.every(one => one !== undefined) ? make(of) : undefined;
}

function readAt(value: Record<string, unknown>, path: Path, reading: Reading): Condition | undefined {
  const at = readPointer(value.at, [...path, 'at'], reading.faults);
  if (at === undefined) return undefined;
  const { is, endsWith, type, each } = value;
  if (Array.isArray(is)) return { at, is };
  if (typeof endsWith === 'string') return { at, endsWith };
  const known = TYPES.find(one => one === type);
  if (known) return { at, type: known };
  if (each !== undefined) {
    const condition = readCondition(each, [...path, 'each'], reading);
    return condition === undefined ? undefined : { at, each: condition };
  }
  const message = `This is no condition; beside "at" stands "is" (a list), "endsWith", "type" (${TYPES.join(', ')}) or "each".`;
  return void reading.faults.push({ path, message });
}

/** Is it met by an object that has nothing in it? */
function holdsForNothing(condition: Condition): boolean {
  if (typeof condition === 'string') return condition === '';
  if ('all' in condition) return condition.all.every(holdsForNothing);
  if ('any' in condition) return condition.any.some(holdsForNothing);
  if ('atLeast' in condition) return condition.of.filter(holdsForNothing).length >= condition.atLeast;
  if ('not' in condition) return !holdsForNothing(condition.not);
  return condition.at === '' && 'type' in condition && condition.type === 'object';
}

/**
 * The signature that a schema alone gives: its required properties weigh most. Sure is a value only with all of these, and these
 * only where they are three or more, or one is a fixed text: fewer have all sorts of files.
 */
export function signatureOf({ required = [], properties = {} }: Schema): Signature {
  const keys = Object.keys(properties).map((key): [string, number] => [
    pointerOf([key]),
    required.includes(key) ? 1 : 0.5,
  ]);
  const fixed = required.flatMap((key): Condition[] => {
    const only = properties[key]?.const ?? (properties[key]?.enum?.length === 1 ? properties[key].enum[0] : undefined);
    return typeof only === 'string' && only.length >= SHORTEST ? [{ at: pointerOf([key]), is: [only] }] : [];
  });
  const isEnough = required.length >= ENOUGH || fixed.length > 0;
  return {
    keys: Object.fromEntries(keys),
    proof: isEnough ? [{ all: [...required.map(key => pointerOf([key])), ...fixed] }] : [],
  };
}

const ENOUGH = 3;
const SHORTEST = 3;
