import { create, type Delta } from 'jsondiffpatch';
import type { EnvelopeLocation } from '../../model/run';
import { formatNumber, t } from '../../shared/l10n';
import type { DifferenceRow, ReplayAnswer, ReplayParams } from '../../shared/replay/index';
import { memoizeByVersion } from '../../text/memoize';
import { maskUniqueValues } from '../../text/similarNames';
import { plain } from '../runs/treeNodeTexts';
import { type EnvelopeContent, type EnvelopeReader, type ReplayedRun, windowRows } from './replayedRun';
import { otherRun } from './runComparison';
import { parsedEnvelope } from './stepFamilies';

/**
 * A JSON value prepared for a diff of two envelopes: its property names carry a prefix, so that none collides with names that the diff library or
 * Object.prototype reserves (`__proto__`, `constructor`, `_t`). Lists too long for move detection become objects keyed by index.
 */
type MarkedValue = null | boolean | number | string | MarkedValue[] | { [name: string]: MarkedValue };

/** Prepares two values for the diff; returns the number of values in each if there are too many to compare. */
function markedPair(a: unknown, b: unknown): [MarkedValue, MarkedValue] | { tooMany: [number, number] } {
  const [first, second] = [lengthOf(a), lengthOf(b)];
  if (Math.max(first.values, second.values) > MOST_VALUES) return { tooMany: [first.values, second.values] };
  const byPlace = Math.max(first.work, second.work) > MOST_WORK;
  return [marked(a, byPlace), marked(b, byPlace)];
}

/** Converts a prefixed property name to a token of a JSON pointer. */
function pathSegment(name: string): string {
  return name.slice(1).replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Returns the beginning of a value as JSON on one line. */
function markedText(value: MarkedValue | undefined, most: number): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return JSON.stringify(value.slice(0, most));
  if (typeof value !== 'object' || value === null) return String(value);
  const isList = Array.isArray(value) || Object.hasOwn(value, LIST);
  let text = isList ? '[' : '{';
  // Visits only the shown rows of the value, which may be deep.
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

/** Counts the values, and the pairs that a diff compares if all list items differ. */
function lengthOf(value: unknown): { values: number; work: number } {
  const size = { values: 1, work: 0 };
  const pending = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (!isContainer(next)) continue;
    const members = Object.values(next);
    size.values += members.length;
    if (Array.isArray(next)) size.work += members.length * members.length;
    for (const member of members) if (isContainer(member)) pending.push(member);
  }
  return size;
}

function marked(value: unknown, byPlace: boolean): MarkedValue {
  if (!isContainer(value)) return value as MarkedValue;
  const root = empty(value, byPlace);
  const pending: [object, MarkedValue][] = [[value, root]];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [from, into] = next as [Record<string, unknown>, { [name: string]: MarkedValue }];
    const mark = Array.isArray(from) ? (byPlace ? '#' : '') : '.';
    for (const name of Object.keys(from)) {
      const member = from[name];
      const copy = isContainer(member) ? empty(member, byPlace) : (member as MarkedValue);
      into[mark + name] = copy;
      if (isContainer(member)) pending.push([member, copy]);
    }
  }
  return root;
}

function empty(from: object, byPlace: boolean): MarkedValue {
  return Array.isArray(from) ? (byPlace ? { [LIST]: true } : []) : {};
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/**
 * Returns the differences between two JSON values, in document order, with truncated values. Items of lists are compared if they have the
 * same id, path or name, otherwise by their index. The path of a difference leads into the second value, and for a removed value into the
 * first.
 */
export function valueDifferences(one: unknown, other: unknown): DifferenceRow[] {
  const pair = markedPair(one, other);
  if ('tooMany' in pair) {
    const [first, second] = pair.tooMany;
    const text = t`too many to be compared: ${valuesText(first)}`;
    return [{ path: '', change: 'changed', one: text, other: valuesText(second) }];
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

/** Returns the identity of a list item. Ignores an id that each run generates anew. */
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

// `_3` names the item previously at index 3: removed, or moved to another index.
function listMember(path: string, name: string, delta: Delta): Pending & { place: number } {
  const before = name.startsWith('_') ? name.slice(1) : undefined;
  if (before === undefined) return { path: `${path}/${name}`, delta, place: Number(name) };
  if (!Array.isArray(delta) || delta[2] !== MOVED) return { path: `${path}/${before}`, delta, place: Number(before) };
  const place = delta[1] as number;
  return { path: `${path}/${place}`, delta, moved: before, place: place - 0.5 };
}

const MOVED = 3;

/**
 * Returns the differences between the envelopes of a step and of a step of another run. If a step has two envelopes, paths
 * begin with `/ask` or `/answer`. Throws RangeError if there is no such step or run.
 */
export function envelopeDifference(
  { run, reader, others }: ReplayedRun,
  { with: key, step, other, ...window }: ReplayParams<'difference'>,
): ReplayAnswer<'difference'> {
  const one = run.step(step).envelopes;
  const two = otherRun({ others }, key).step(other).envelopes;
  const count = Math.max(one.length, two.length);
  const rows = Array.from({ length: count }, (_, place) => {
    const path = count === 1 ? '' : (ROLES[place] ?? `/${place}`);
    return contentDifferences(reader, one[place], two[place]).map(row => ({ ...row, path: path + row.path }));
  }).flat();
  return windowRows(window, rows.length, MOST_ROWS, row => rows[row] as DifferenceRow);
}

const ROLES = ['/ask', '/answer'];
const MOST_ROWS = 200;

function contentDifferences(
  { text }: Pick<EnvelopeReader, 'text'>,
  one: EnvelopeLocation | undefined,
  other: EnvelopeLocation | undefined,
): readonly DifferenceRow[] {
  const [first, second] = [one && text(one), other && text(other)];
  if (first && second) return textDifferences(first, second);
  if (first) return [{ path: '', change: 'removed', one: beginningOf(first) }];
  return second ? [{ path: '', change: 'added', other: beginningOf(second) }] : [];
}

function textDifferences(one: EnvelopeContent, other: EnvelopeContent): readonly DifferenceRow[] {
  if ('fault' in one || 'fault' in other) return wholeChange(beginningOf(one), beginningOf(other));
  if (one.text === other.text) return [];
  if (one.text.length > LONGEST_TEXT || other.text.length > LONGEST_TEXT) {
    return wholeChange(t`too long to be compared: ${sizeOf(one)}`, sizeOf(other));
  }
  return DIFFERENCES(one.text, other.text, () => {
    const [first, second] = [parsedEnvelope(one).value, parsedEnvelope(other).value];
    if (first === undefined || second === undefined) return wholeChange(beginningOf(one), beginningOf(other));
    return valueDifferences(first, second);
  });
}

// Memoized: the page requests the same differences window by window.
const DIFFERENCES = memoizeByVersion<readonly DifferenceRow[]>(4);
const LONGEST_TEXT = 2_000_000;

function wholeChange(one: string, other: string): readonly DifferenceRow[] {
  return [{ path: '', change: 'changed', one, other }];
}

function beginningOf(read: EnvelopeContent): string {
  return plain('fault' in read ? read.fault : read.text, 300);
}

function sizeOf({ text }: { text: string }): string {
  return t`${(text.length / 1e6).toFixed(1)} million characters`;
}

function valuesText(count: number): string {
  return count === 1 ? t`1 value` : t`${formatNumber(count)} values`;
}
