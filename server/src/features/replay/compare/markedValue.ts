/**
 * A JSON value whose property names carry a prefix, so that none collides with names that the diff library or Object.prototype
 * reserves (`__proto__`, `constructor`, `_t`). Lists too long for move detection become objects keyed by index.
 */
export type MarkedValue = null | boolean | number | string | MarkedValue[] | { [name: string]: MarkedValue };

/** Marks two values in the same way; returns the number of values in each if there are too many to compare. */
export function markedPair(a: unknown, b: unknown): [MarkedValue, MarkedValue] | { tooMany: [number, number] } {
  const [first, second] = [sizeOf(a), sizeOf(b)];
  if (Math.max(first.values, second.values) > MOST_VALUES) return { tooMany: [first.values, second.values] };
  const byPlace = Math.max(first.work, second.work) > MOST_WORK;
  return [marked(a, byPlace), marked(b, byPlace)];
}

/** A marked name as a JSON pointer token. */
export function pathSegment(name: string): string {
  return name.slice(1).replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The beginning of a value as JSON on one line. */
export function markedText(value: MarkedValue | undefined, most: number): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return JSON.stringify(value.slice(0, most));
  if (typeof value !== 'object' || value === null) return String(value);
  const isList = Array.isArray(value) || Object.hasOwn(value, LIST);
  let text = isList ? '[' : '{';
  // Visits no more of the value than is shown, however deep it is.
  for (const name in value) {
    if (name === LIST) continue;
    if (text.length > 1) text += ',';
    if (!isList) text += `${JSON.stringify(name.slice(1, most))}:`;
    if (text.length > most) return text;
    text += markedText((value as { [name: string]: MarkedValue })[name], most - text.length);
  }
  return text + (isList ? ']' : '}');
}

const MOST_VALUES = 50_000;
// Comparing one pair takes about 20 ns.
const MOST_WORK = 2_000_000;
const LIST = '#';

/** The number of values, and the number of pairs that a diff compares if all list items differ. */
function sizeOf(value: unknown): { values: number; work: number } {
  const size = { values: 1, work: 0 };
  const pending = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (!isObject(next)) continue;
    const members = Object.values(next);
    size.values += members.length;
    if (Array.isArray(next)) size.work += members.length * members.length;
    for (const member of members) if (isObject(member)) pending.push(member);
  }
  return size;
}

function marked(value: unknown, byPlace: boolean): MarkedValue {
  if (!isObject(value)) return value as MarkedValue;
  const root = empty(value, byPlace);
  const pending: [object, MarkedValue][] = [[value, root]];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [from, into] = next as [Record<string, unknown>, { [name: string]: MarkedValue }];
    const mark = Array.isArray(from) ? (byPlace ? '#' : '') : '.';
    for (const name of Object.keys(from)) {
      const member = from[name];
      const copy = isObject(member) ? empty(member, byPlace) : (member as MarkedValue);
      into[mark + name] = copy;
      if (isObject(member)) pending.push([member, copy]);
    }
  }
  return root;
}

function empty(from: object, byPlace: boolean): MarkedValue {
  return Array.isArray(from) ? (byPlace ? { [LIST]: true } : []) : {};
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
