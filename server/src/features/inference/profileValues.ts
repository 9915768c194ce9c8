import { looksRandom } from '../../runs/redaction/randomLookingSecrets';
import { looksSecret, secretName } from '../../runs/redaction/secretNames';
import { certainSecrets } from '../../runs/redaction/secretPatterns';
import { isObject } from '../../text/jsonPointer';
import { snakeCaseName } from '../../text/snakeCaseName';

export type TypeName = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'object' | 'array';

/** Statistics on the values that many sample objects have at the same place, such as their types. A JSON Schema is inferred from them. */
export interface Profile {
  /** The values there, in the order of the samples. */
  values: readonly unknown[];
  types: ReadonlyMap<TypeName, number>;
  /** The distinct short texts with their counts; undefined if there are too many, or texts are longer. */
  words: ReadonlyMap<string, number> | undefined;
  /** Profiles of the properties of the objects at this place. Undefined for a map, and below the deepest level. */
  properties: ReadonlyMap<string, Profile> | undefined;
  /** The profile of a map's values. A map's keys are data. */
  entries: Profile | undefined;
  /** The profile of the elements of the arrays at this place. */
  items: Profile | undefined;
}

/**
 * Collects statistics on sample values, such as their types, frequent texts and properties, from which a schema is inferred. Takes time
 * linear in the size of the values. Does not descend more than `levels` levels.
 */
export function profileValues(values: readonly unknown[], levels = LEVELS, isRoot = true): Profile {
  const types = new Map<TypeName, number>();
  const words = new Map<string, number>();
  const members = new Map<string, unknown[]>();
  const items: unknown[] = [];
  let isOpen = false;
  let hasManyKeys = false;
  for (const value of values) {
    const type = typeName(value);
    types.set(type, (types.get(type) ?? 0) + 1);
    if (typeof value === 'string' && !isOpen) {
      words.set(value, (words.get(value) ?? 0) + 1);
      isOpen = value.length > LONGEST_WORD || words.size > MAX_WORDS;
    }
    if (levels <= 0) continue;
    if (Array.isArray(value)) for (const item of value) items.push(item);
    if (!isObject(value)) continue;
    for (const [key, member] of Object.entries(value)) {
      const known = members.get(key);
      if (known) known.push(member);
      else if (members.size < MAX_KEYS) members.set(key, [member]);
      else hasManyKeys = true;
    }
  }
  const objects = types.get('object') ?? 0;
  const isMap = !isRoot && (hasManyKeys || keysAreData(members, objects));
  const usual = [...members].filter(([key]) => key !== '__proto__' && certainSecrets(key).length === 0);
  return {
    values,
    types,
    words: isOpen ? undefined : words,
    properties:
      isMap || levels <= 0
        ? undefined
        : new Map(usual.map(([key, all]) => [key, profileValues(all, levels - 1, false)])),
    entries: isMap && !hasManyKeys ? profileValues([...members.values()].flat(), levels - 1, false) : undefined,
    items: items.length > 0 ? profileValues(items, levels - 1, false) : undefined,
  };
}

/** The number of nested levels of objects and lists that are examined. */
export const LEVELS = 6;
const LONGEST_WORD = 60;
const MAX_WORDS = 64;
const MAX_KEYS = 300;

/** The type of a value as JSON Schema names it, whole numbers apart; that of what is absent is `null`. */
export function typeName(value: unknown): TypeName {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value as TypeName;
}

// Keys that look like ids, or many keys of which each is rare.
function keysAreData(members: ReadonlyMap<string, readonly unknown[]>, objects: number): boolean {
  const keys = [...members.keys()];
  if (keys.length >= 3 && keys.every(isIdLike)) return true;
  if (keys.length > 0 && keys.every(isMade)) return true;
  const most = Math.max(0, ...[...members.values()].map(({ length }) => length));
  return keys.length >= MANY_KEYS && objects >= 4 && most <= objects / 4;
}

const MANY_KEYS = 10;

/** Returns whether a text looks generated: a number, a UUID, a hash, a path, an address. */
export function isIdLike(text: string): boolean {
  return (
    /^\d+$/.test(text) || /\d{3,}/.test(text) || /^[0-9a-f-]{16,}$/i.test(text) || /[/\\@]|^[A-Z]{1,4}-\d+/.test(text)
  );
}

// A long number, a UUID or hash, an e-mail address, a secret.
function isMade(text: string): boolean {
  return /^(?:\d{3,}|[0-9a-f-]{16,}|\S+@\S+\.\S+)$/i.test(text) || certainSecrets(text).length > 0;
}

/** Returns whether a text looks like a word from a short list: short, mostly letters, few digits. */
export function isWordLike(text: string): boolean {
  return (
    /^[\p{L}][\p{L}\p{N}]*(?:[ ._:/+-][\p{L}\p{N}]+){0,4}$/u.test(text) && text.length <= 40 && !/\d{4}/.test(text)
  );
}

/** Returns whether a property's values usually come from a fixed list, judged by the property's name. */
export function isChoiceName(key: string): boolean {
  return CHOICE_NAMES.test(snakeCaseName(key));
}

const CHOICE_NAMES =
  /(?:^|_)(?:type|kind|status|state|level|severity|role|phase|verdict|outcome|priority|category|mode|method|event|decision|action|op|operation|stage|intent|result|direction|format|recommendation|progress)$/;

/** Returns whether a property's values are arbitrary even if they repeat, judged by its name: ids, names, addresses, texts, secrets. */
export function isOpenName(key: string): boolean {
  return OPEN_NAMES.test(snakeCaseName(key)) || secretName(key) !== undefined;
}

const OPEN_NAMES =
  /(?:^|_)(?:id|ids|uuid|guid|name|path|paths|file|url|uri|title|text|content|message|summary|description|agent|sender|recipient|author|owner|assignee|reviewer|creator|actor|worker|from|to|by|user|customer|email|host|city|country|company|team|project|repo|repository|branch|task|goal|query|prompt|reason|note|notes|hash|run|trace|session|key|value)$/;

/** Returns whether a word may be a secret. */
export function isSecretWord(word: string): boolean {
  return (looksSecret(word) && /\d/.test(word)) || looksRandom(word) || certainSecrets(word).length > 0;
}
