import type { Condition, Evidence, Signature } from '../../model/kind';
import type { DeclarationFault } from '../../model/rule';
import { t } from '../../shared/l10n';
import { isObject } from '../../text/jsonPointer';
import { SURE } from '../recognitionWeights';
import { hasList, isInMember } from './pointersIntoLists';

type Path = readonly (string | number)[];

/**
 * Reads, from a protocol's declaration, the conditions by which envelopes of a kind are recognised; undefined if they are unusable. An invalid
 * condition counts as never met.
 */
export function readSignature(value: unknown, path: Path, faults: DeclarationFault[]): Signature | undefined {
  if (!isObject(value)) return undefined;
  const keys: [string, number][] = [];
  for (const [pointer, weight] of isObject(value.keys) ? Object.entries(value.keys) : []) {
    const at = [...path, 'keys', pointer];
    if (readPointer(pointer, at, faults) === undefined) continue;
    const read = readWeight(weight, at, faults);
    if (read !== undefined) keys.push([pointer, read]);
  }
  const budget = { conditions: MOST };
  const proof = elementsOf(value.proof).flatMap((one, index) => {
    const condition = readOwnCondition(one, [...path, 'proof', index], { faults, budget, depth: 0 });
    return condition === undefined ? [] : [condition];
  });
  const evidence = elementsOf(value.evidence).flatMap((one, index) => {
    const read = readEvidence(one, [...path, 'evidence', index], { faults, budget, depth: 0 });
    return read === undefined ? [] : [read];
  });
  return {
    keys: Object.fromEntries(keys),
    evidence: [...evidence, ...(proof.length > 0 ? [{ when: { any: proof }, weight: SURE }] : [])],
    ...(value.open === true && { open: true }),
  };
}

function elementsOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function readWeight(weight: unknown, path: Path, faults: DeclarationFault[]): number | undefined {
  if (typeof weight === 'number' && Math.abs(weight) <= HEAVIEST) return weight;
  faults.push({ path, message: t`A weight must lie between -${HEAVIEST} and ${HEAVIEST}; most weigh 1.` });
  return undefined;
}

function readEvidence(value: unknown, path: Path, options: SignatureOptions): Evidence | undefined {
  // The declaration's schema reports missing properties.
  if (!isObject(value) || value.when === undefined || value.weight === undefined) return undefined;
  const weight = readWeight(value.weight, [...path, 'weight'], options.faults);
  const when =
    weight !== undefined && weight < 0
      ? readCondition(value.when, [...path, 'when'], options)
      : readOwnCondition(value.when, [...path, 'when'], options);
  if (when === undefined || weight === undefined) return undefined;
  return { when, weight, ...(value.onlyBeside === true && { onlyBeside: true }) };
}

// A condition that is evidence for the kind must require something.
function readOwnCondition(value: unknown, path: Path, options: SignatureOptions): Condition | undefined {
  const condition = readCondition(value, path, options);
  if (condition === undefined || !holdsForNothing(condition)) return condition;
  const message = t`An empty object meets this, and so would all JSON; name something that must be there.`;
  options.faults.push({ path, message });
  return undefined;
}

const HEAVIEST = 5;
const MOST = 500;
const DEEPEST = 12;

interface SignatureOptions {
  faults: DeclarationFault[];
  budget: { conditions: number };
  depth: number;
  /** The pointer to the list; `*` in other pointers stands for one of its members. */
  list?: string | undefined;
  /** Pointers may begin at an object around the value, or at a named value. */
  isScoped?: boolean;
}

const TYPES = ['array', 'object', 'string', 'number', 'null', 'boolean'] as const;
const BOUNDS = ['from', 'above', 'upTo', 'below'] as const;
const NAMED_FORMS = t`"is", "same", "startsWith", "endsWith", "contains", "blank", "from", "above", "upTo", "below", "lacks", "type", "keyWord", "each" or "some"`;
const FORMS = t`"/a/pointer", { "all" }, { "any" }, { "atLeast", "of" }, { "not" }, or { "at" } with ${NAMED_FORMS}`;

/**
 * Reads a condition of a rule; undefined with an error if it is none.
 *
 * @param list the pointer to the list of whose members one is meant by `*`
 */
export function readRuleCondition(
  value: unknown,
  path: Path,
  faults: DeclarationFault[],
  list?: string,
): Condition | undefined {
  return readCondition(value, path, { faults, budget: { conditions: MOST }, depth: 0, list });
}

/** Reads a condition of a rule of `steps`, whose pointers may begin with `^`, `$name` and `#`; undefined with an error if it is none. */
export function readScopedCondition(value: unknown, path: Path, faults: DeclarationFault[]): Condition | undefined {
  return readCondition(value, path, { faults, budget: { conditions: MOST }, depth: 0, isScoped: true });
}

function readCondition(value: unknown, path: Path, options: SignatureOptions): Condition | undefined {
  const { faults, budget, depth } = options;
  const say = (message: string) => void faults.push({ path, message });
  if (--budget.conditions < 0 || depth > DEEPEST) {
    // Reported once, since everything after it exceeds the limit, too.
    return budget.conditions === -1 || depth > DEEPEST ? say(t`There are too many conditions; use fewer.`) : undefined;
  }
  if (typeof value === 'string') return pointerIn(value, path, options);
  const inner = { ...options, depth: depth + 1 };
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
  return say(t`This is not a condition; the forms are ${FORMS}.`);
}

function all(
  values: readonly unknown[],
  path: Path,
  options: SignatureOptions,
  make: (of: Condition[]) => Condition,
): Condition | undefined {
  const of = values.map((one, index) => readCondition(one, [...path, index], options));
  // Without one of them, the remaining conditions could match more than intended.
  return of.every(one => one !== undefined) ? make(of) : undefined;
}

function readAt(value: Record<string, unknown>, path: Path, options: SignatureOptions): Condition | undefined {
  const at = pointerIn(value.at, [...path, 'at'], options);
  if (at === undefined) return undefined;
  const { is, same, startsWith, endsWith, contains, blank, lacks, type, keyWord } = value;
  if (Array.isArray(is)) return { at, is };
  if (is !== undefined)
    return void options.faults.push({ path: [...path, 'is'], message: t`"is" is a list of values.` });
  if (same !== undefined) {
    const other = pointerIn(same, [...path, 'same'], options);
    return other === undefined ? undefined : { at, same: other };
  }
  if (typeof startsWith === 'string') return { at, startsWith };
  if (typeof endsWith === 'string') return { at, endsWith };
  if (typeof contains === 'string' && contains !== '') return { at, contains };
  if (typeof blank === 'boolean') return { at, blank };
  if (typeof lacks === 'string') return { at, lacks };
  const bounds = BOUNDS.flatMap(name => (typeof value[name] === 'number' ? [[name, value[name]] as const] : []));
  if (bounds.length > 0) return { at, ...Object.fromEntries(bounds) };
  const known = TYPES.find(one => one === type);
  if (known) return { at, type: known };
  if (Array.isArray(keyWord)) return { at, keyWord: keyWord.filter(word => typeof word === 'string') };
  for (const quantifier of ['each', 'some'] as const) {
    if (value[quantifier] === undefined) continue;
    const inner = { ...options, list: undefined, isScoped: false };
    const condition = readCondition(value[quantifier], [...path, quantifier], inner);
    if (condition === undefined) return undefined;
    return quantifier === 'each' ? { at, each: condition } : { at, some: condition };
  }
  const message = t`This is not a condition; next to "at" it needs "is" (a list), "same" (a pointer), "startsWith", "endsWith" or "contains" (a text), "blank" (true or false), "from", "above", "upTo" or "below" (numbers), "lacks" (a key), "type" (${TYPES.join(', ')}), "keyWord" (a list), "each" or "some".`;
  return void options.faults.push({ path, message });
}

function pointerIn(value: unknown, path: Path, { faults, list, isScoped }: SignatureOptions): string | undefined {
  if (isScoped && typeof value === 'string') {
    const [origin, pointer] = [ORIGIN.exec(value)?.[0] ?? '', value.replace(ORIGIN, '')];
    return readPointer(pointer, path, faults) === undefined ? undefined : origin + pointer;
  }
  return readPointer(value, path, faults, list);
}

const ORIGIN = /^\^{0,5}(?:\$[a-z]\w{0,39}|#last|#)?/i;

/** Returns whether an empty object meets the condition. */
function holdsForNothing(condition: Condition): boolean {
  if (typeof condition === 'string') return condition === '';
  if ('all' in condition) return condition.all.every(holdsForNothing);
  if ('any' in condition) return condition.any.some(holdsForNothing);
  if ('atLeast' in condition) return condition.of.filter(holdsForNothing).length >= condition.atLeast;
  if ('not' in condition) return !holdsForNothing(condition.not);
  return condition.at === '' && ('lacks' in condition || ('type' in condition && condition.type === 'object'));
}

/** Reads one pointer or several; skips invalid ones, with an error. */
export function readPointers(value: unknown, path: Path, faults: DeclarationFault[], mayList = false): string[] {
  if (!Array.isArray(value)) return [readPointer(value, path, faults, mayList)].filter(one => one !== undefined);
  return value
    .slice(0, MOST_POINTERS)
    .map((one, index) => readPointer(one, [...path, index], faults, mayList))
    .filter(one => one !== undefined);
}

/**
 * Reads a JSON pointer; undefined if absent; undefined with an error if invalid.
 *
 * @param mayList whether a step may be `*`, for each element of a list; or the pointer to the list whose members it may stand for
 */
export function readPointer(
  value: unknown,
  path: Path,
  faults: DeclarationFault[],
  mayList: boolean | string = false,
): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string' && value.length <= LONGEST && POINTER.test(value)) {
    if (mayList === true || !hasList(value)) return value;
    if (mayList !== false && isInMember(value, mayList) && !hasList(value.slice(mayList.length + 2))) return value;
    const message = t`"${value.slice(0, 60)}" leads to several values, and here one is meant: leave out the "*"; a condition on the elements of a list is { "at": "/list", "some": … } or "each".`;
    return void faults.push({ path, message });
  }
  const meant = typeof value === 'string' && PLAIN.test(value) ? `"/${value}"` : '"/meta/run_id"';
  const message =
    typeof value === 'string'
      ? t`"${value.slice(0, 60)}" is not a JSON pointer: it begins with a slash, such as ${meant}.`
      : t`This must be a JSON pointer: it begins with a slash, such as ${meant}.`;
  faults.push({ path, message });
  return undefined;
}

const MOST_POINTERS = 20;
const LONGEST = 300;
const POINTER = /^(?:\/(?:[^/~]|~[01])*)*$/;
const PLAIN = /^\w{1,40}$/;
