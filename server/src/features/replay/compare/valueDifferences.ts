import { create, type Delta } from 'jsondiffpatch';
import type { DifferenceRow } from '../../../shared/replay';
import { maskUniqueValues } from '../../../text/names/maskIds';
import { counted, plain } from '../../runs/words';
import { type MarkedValue, markedPair, markedText, pathSegment } from './markedValue';

/**
 * The differences between two JSON values, in document order. List items are matched by id, path or name, else by index. Paths
 * point into the second value; those of removed values into the first. Values are truncated.
 */
export function valueDifferences(one: unknown, other: unknown): DifferenceRow[] {
  const pair = markedPair(one, other);
  if ('tooMany' in pair) {
    const [first, second] = pair.tooMany;
    const text = `too many to be compared: ${counted(first, 'value')}`;
    return [{ path: '', change: 'changed', one: text, other: counted(second, 'value') }];
  }
  const [left, right] = pair;
  const rows: DifferenceRow[] = [];
  const pending: Pending[] = [{ path: '', delta: PATCHER.diff(left, right) }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (Array.isArray(next.delta)) rows.push(rowOf(next, next.delta));
    else if (next.delta) for (const member of membersOf(next.path, next.delta).reverse()) pending.push(member);
  }
  return rows;
}

const PATCHER = create({ objectHash: hashOf });

interface Pending {
  path: string;
  delta: Delta | undefined;
  /** The item's previous index in its list. */
  moved?: string;
}

/** The identity of a list item. An id that is generated anew for each run does not identify it. */
function hashOf(member: object | null, place = 0): string {
  if (member === null) return 'null';
  const object = (Array.isArray(member) ? {} : member) as { [name: string]: MarkedValue };
  for (const name of IDENTIFYING_NAMES) {
    const value = object[name];
    if (typeof value === 'number') return `${name} ${value}`;
    if (typeof value === 'string' && maskUniqueValues(value.slice(0, 200)) === value.slice(0, 200))
      return `${name} ${value}`;
  }
  return `#${place}`;
}

const IDENTIFYING_NAMES = ['.id', '.path', '.name', '.key'];

function rowOf({ path, moved }: Pending, delta: readonly unknown[]): DifferenceRow {
  const at = plain(path, LONGEST);
  if (moved !== undefined)
    return { path: at, change: 'moved', one: moved, other: path.slice(path.lastIndexOf('/') + 1) };
  const [one, other] = delta as MarkedValue[];
  if (delta.length === 1) return { path: at, change: 'added', other: shown(one) };
  if (delta.length === 3) return { path: at, change: 'removed', one: shown(one) };
  return { path: at, change: 'changed', one: shown(one), other: shown(other) };
}

function shown(value: MarkedValue | undefined): string {
  return plain(markedText(value, LONGEST), LONGEST);
}

const LONGEST = 300;

function membersOf(path: string, delta: object): Pending[] {
  const isList = Object.hasOwn(delta, '_t');
  const members = Object.entries(delta) as [string, Delta][];
  if (!isList) return members.map(([name, delta]) => ({ path: `${path}/${pathSegment(name)}`, delta }));
  return members
    .filter(([name]) => name !== '_t')
    .map(([name, delta]) => listMember(path, name, delta))
    .sort((a, b) => a.place - b.place);
}

// `_3` is the item previously at index 3: removed, or moved to another index.
function listMember(path: string, name: string, delta: Delta): Pending & { place: number } {
  const before = name.startsWith('_') ? name.slice(1) : undefined;
  if (before === undefined) return { path: `${path}/${name}`, delta, place: Number(name) };
  if (!Array.isArray(delta) || delta[2] !== MOVED) return { path: `${path}/${before}`, delta, place: Number(before) };
  const place = delta[1] as number;
  return { path: `${path}/${place}`, delta, moved: before, place: place - 0.5 };
}

const MOVED = 3;
