/**
 * A value of JSON whose objects have marked names: none is like those that a library, or every object, has a meaning for
 * (`__proto__`, `constructor`, `_t`). Where lists are so long that to find what moved in them would take for ever they are
 * objects too, by place.
 */
export type Marked = null | boolean | number | string | Marked[] | { [name: string]: Marked };

/** Two values, both marked in the same way. */
export function markedPair(one: unknown, other: unknown): [Marked, Marked] {
  const byPlace = Math.max(workIn(one), workIn(other)) > MOST_WORK;
  return [marked(one, byPlace), marked(other, byPlace)];
}

/** A marked name as a step of a JSON pointer. */
export function stepOf(name: string): string {
  return name.slice(1).replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The beginning of a value as JSON in a line. */
export function shownMarked(value: Marked | undefined, most: number): string {
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
    text += shownMarked((value as { [name: string]: Marked })[name], most - text.length);
  }
  return text + (isList ? ']' : '}');
}

// Each takes some 20 nanoseconds.
const MOST_WORK = 2_000_000;
const LIST = '#';

/** How many pairs of members have to be looked at where all lists are others. */
function workIn(value: unknown): number {
  let work = 0;
  const pending = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    if (Array.isArray(next)) work += next.length * next.length;
    for (const member of Object.values(next)) if (typeof member === 'object' && member !== null) pending.push(member);
  }
  return work;
}

function marked(value: unknown, byPlace: boolean): Marked {
  const root: { [name: string]: Marked } = {};
  const pending: { from: unknown; into: { [name: string]: Marked } | Marked[]; name: string | number }[] = [
    { from: value, into: root, name: 'value' },
  ];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { from, name } = next;
    const into = next.into as { [name: string | number]: Marked };
    if (typeof from !== 'object' || from === null) {
      into[name] = from as Marked;
    } else if (Array.isArray(from) && !byPlace) {
      const list: Marked[] = new Array(from.length);
      into[name] = list;
      for (let place = 0; place < from.length; place++) pending.push({ from: from[place], into: list, name: place });
    } else {
      const object: { [name: string]: Marked } = Array.isArray(from) ? { [LIST]: true } : {};
      into[name] = object;
      const mark = Array.isArray(from) ? '#' : '.';
      for (const [name, member] of Object.entries(from)) {
        // In its place: members are filled in from the last to the first.
        object[mark + name] = null;
        pending.push({ from: member, into: object, name: mark + name });
      }
    }
  }
  return root['value'] as Marked;
}
