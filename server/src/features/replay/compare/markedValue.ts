/**
 * A value of JSON whose objects have marked names: none is like those that a library, or every object, has a meaning for
 * (`__proto__`, `constructor`, `_t`). Where lists are so long that to find what moved in them would take for ever they are
 * objects too, by place.
 */
export type MarkedValue = null | boolean | number | string | MarkedValue[] | { [name: string]: MarkedValue };

/** Two values, both marked in the same way; how many values are in each where these are too many to be compared. */
export function markedPair(one: unknown, other: unknown): [MarkedValue, MarkedValue] | { tooMany: [number, number] } {
  const [first, second] = [sizeOf(one), sizeOf(other)];
  if (Math.max(first.values, second.values) > MOST_VALUES) return { tooMany: [first.values, second.values] };
  const byPlace = Math.max(first.work, second.work) > MOST_WORK;
  return [marked(one, byPlace), marked(other, byPlace)];
}

/** A marked name as a step of a JSON pointer. */
export function pathSegment(name: string): string {
  return name.slice(1).replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The beginning of a value as JSON in a line. */
export function markedText(value: MarkedValue | undefined, most: number): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return JSON.stringify(value.slice(0, most));
  if (typeof value !== 'object' || value === null) return String(value);
  const isList = Array.isArray(value) || Object.hasOwn(value, LIST);
  let text = isList ? '[' : '{';
  // Only as much is looked at as is shown, also of what is deep.
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
// Each takes some 20 nanoseconds.
const MOST_WORK = 2_000_000;
const LIST = '#';

/** How many values are in one, and how many pairs have to be looked at where all members of its lists are others. */
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
      const made = isObject(member) ? empty(member, byPlace) : (member as MarkedValue);
      into[mark + name] = made;
      if (isObject(member)) pending.push([member, made]);
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
