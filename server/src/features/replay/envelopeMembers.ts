import { hexId } from '../../families/otlp/span';
import type { Severity } from '../../model/schema';
import type { Path, Span } from '../../model/text';
import { t } from '../../shared/l10n';
import type { EnvelopeMember, ReplayAnswer, ReplayParams } from '../../shared/replay/index';
import { QUOTE } from '../../text/json/jsonScanner';
import { type JsonMembers, type JsonSpans, jsonSpans } from '../../text/json/jsonSpans';
import { isSamePath } from '../../text/jsonPointer';
import { memoizeByVersion } from '../../text/memoize';
import { formatInstant, parseInstant } from '../../text/parseTime';
import { plain } from '../runs/treeNodeTexts';
import { clampWindow, type EnvelopeProblem, type ReplayedRun, windowRows } from './replayedRun';
import { envelopeLocation, jsonSpansOf } from './stepFamilies';

/**
 * Returns the rows that appear when the user expands a value in the JSON tree of an envelope: its members in document order; empty for a plain
 * value.
 */
export function envelopeMembers(replay: ReplayedRun, params: ReplayParams<'members'>): ReplayAnswer<'members'> {
  const location = envelopeLocation(replay, params);
  const read = replay.reader.text(location);
  if ('fault' in read || read.lang === 'markdown') return NONE;
  const shown = pathOf(params.path);
  const node = readableAt(readableRoot(read.text), shown);
  const members = node && readableMembers(node);
  if (!members) return NONE;
  const problems = replay.reader.problems(location);
  return windowRows(params, members.count, MOST_MEMBERS, index => {
    const name = members.name(index);
    const member = members.node(index);
    const hasPlace = member.span !== undefined && !node.isEmbedded;
    const problem = hasPlace ? worstIn(problems, member.path) : undefined;
    const note = readableNote(member);
    return {
      name,
      ...memberOf(member, members.isList),
      ...(!isSamePath(member.path, [...shown, name]) && { path: member.path }),
      ...(note !== undefined && { note }),
      ...(problem && { problem }),
    };
  });
}

/** Returns a window of a value's characters: of a string, the decoded content; of any other value, the JSON text. */
export function envelopeValue(replay: ReplayedRun, params: ReplayParams<'value'>): ReplayAnswer<'value'> {
  const read = replay.reader.text(envelopeLocation(replay, params));
  if ('fault' in read) return { text: '', total: 0 };
  const node = read.lang === 'markdown' ? undefined : readableAt(readableRoot(read.text), pathOf(params.path));
  const text = node ? rawText(node) : read.lang === 'markdown' ? read.text : '';
  const { from, count } = clampWindow(params, text.length, MOST_CHARACTERS);
  return { text: text.slice(from, from + count), total: text.length };
}

const MOST_MEMBERS = 200;
const MOST_CHARACTERS = 20_000;
const LONGEST_SHOWN = 300;
const NONE: ReplayAnswer<'members'> = { rows: [], from: 0, total: 0 };

// The value comes from the page and may be anything.
function pathOf(path: unknown): Path {
  return Array.isArray(path) ? path : [];
}

function memberOf(node: ReadableNode, isInList: boolean): Pick<EnvelopeMember, 'is' | 'shown' | 'size'> {
  const { text, span } = node;
  const members = readableMembers(node);
  if (members) {
    const name = isInList && !members.isList ? nameOf(node) : undefined;
    return members.isList
      ? { is: 'list', shown: '[…]', size: members.count }
      : { is: 'object', shown: name ?? '{…}', size: members.count };
  }
  const token = span ? text.slice(span.start, Math.min(span.end, span.start + LONGEST_SHOWN)) : '';
  switch (token[0]) {
    case '"': {
      const whole = rawText(node);
      const shown = plain(whole, LONGEST_SHOWN);
      if (node.isNumber) return { is: 'number', shown };
      return shown === whole ? { is: 'text', shown } : { is: 'text', shown, size: whole.length };
    }
    case 't':
    case 'f':
      return { is: 'boolean', shown: plain(token) };
    case 'n':
      return { is: 'null', shown: plain(token) };
    default:
      return { is: 'number', shown: plain(token, LONGEST_SHOWN) };
  }
}

/** Returns the name of a list's item, such as an event of a span. */
function nameOf(node: ReadableNode): string | undefined {
  const named = readableAt(node, ['name']);
  const isText = named?.span && named.text.charCodeAt(named.span.start) === QUOTE;
  return (isText && plain(rawText(named), LONGEST_NAME)) || undefined;
}

const LONGEST_NAME = 60;

/** Returns the highest severity of the problems at or in a value. */
function worstIn(problems: readonly EnvelopeProblem[], path: Path): Severity | undefined {
  let worst: Severity | undefined;
  for (const { path: at, severity } of problems) {
    if (!path.every((step, place) => String(step) === String(at[place])) || at.length < path.length) continue;
    if (!worst || RANK[severity] > RANK[worst]) worst = severity;
  }
  return worst;
}

const RANK: Readonly<Record<Severity, number>> = { info: 0, warning: 1, error: 2 };

/**
 * A value of an envelope in the readable tree. The tree shows OpenTelemetry's attribute lists as maps that are grouped by
 * dotted names, its typed values as plain values, and JSON in a string as members. Any other value is as in the file.
 */
interface ReadableNode {
  text: string;
  spans: JsonSpans;
  /** The span in `text`; undefined for a group, which has no place in the text. */
  span?: Span;
  /** The path in the envelope; for JSON in a string, the path of the string; for a group, of the map. */
  path: Path;
  /** The members of a group, or of a map of attributes, each as in the file. */
  group?: ReadonlyMap<string, ReadableNode>;
  /** The last segment of the path in the envelope. */
  name?: string | number;
  /** The node is JSON in a string: its members have no paths in the envelope. */
  isEmbedded?: true;
  /** The node is a whole number, written as a string. */
  isNumber?: true;
}

/** The members of a node, in document order. */
interface ReadableMembers {
  isList: boolean;
  count: number;
  name(index: number): string | number;
  node(index: number): ReadableNode;
}

/** Returns the root of an envelope's tree; undefined for a text without a value. */
function readableRoot(text: string): ReadableNode | undefined {
  const spans = jsonSpansOf(text);
  const span = spans.at([]);
  return span && readable({ text, spans, span, path: [] });
}

/** Returns the node at a path of names as shown in the tree; undefined if there is none. */
function readableAt(root: ReadableNode | undefined, path: Path): ReadableNode | undefined {
  let here = root;
  for (const step of path) {
    const members = here && readableMembers(here);
    here = members && memberNamed(members, step);
  }
  return here;
}

/** Returns the members of a node; undefined for a node without members. */
function readableMembers(node: ReadableNode): ReadableMembers | undefined {
  const { group, span, spans } = node;
  if (group) {
    const entries = [...group];
    return {
      isList: false,
      count: entries.length,
      name: index => entries[index]?.[0] ?? index,
      node: index => readable(entries[index]?.[1] ?? node),
    };
  }
  const members = span && spans.membersIn(span);
  return (
    members && {
      isList: members.isList,
      count: members.count,
      name: index => members.name(index),
      node: index => readable(childOf(node, members, index)),
    }
  );
}

/** Returns the note beside a value: the time that a number means, or an id as written in the file. */
function readableNote(node: ReadableNode): string | undefined {
  const { name, isEmbedded, span } = node;
  if (typeof name === 'string' && span && TIME.test(name)) {
    const raw = span.end - span.start > LONGEST_TIME ? '' : rawText(node);
    const at = DIGITS.test(raw) ? parseInstant(raw) : undefined;
    return at === undefined ? undefined : formatInstant(at);
  }
  if (isEmbedded) return t`JSON in a text`;
  const id = hexIdOf(node);
  return id === undefined ? undefined : t`${id} in hex`;
}

/** Returns the decoded content of a string; the JSON text of any other value. */
function rawText({ text, span }: ReadableNode): string {
  if (!span) return '';
  const token = text.slice(span.start, span.end);
  if (text.charCodeAt(span.start) !== QUOTE) return token;
  try {
    return String(JSON.parse(token));
  } catch {
    return token;
  }
}

const TIME = /unix_?nano$|^(?:start|end)_?time$|timestamp$/i;
const LONGEST_TIME = 40;
const DIGITS = /^\d{9,}$/;
const ID = /^(?:parent_?)?(?:trace|span)_?id$/i;

function hexIdOf(node: ReadableNode): string | undefined {
  const { name, span } = node;
  if (typeof name !== 'string' || !span || !ID.test(name) || span.end - span.start > LONGEST_TIME) return undefined;
  const raw = rawText(node);
  const id = hexId(raw);
  return id === undefined || id === raw.toLowerCase() ? undefined : id;
}

function memberNamed(members: ReadableMembers, wanted: string | number): ReadableNode | undefined {
  if (members.isList) {
    const index = wanted === '' ? -1 : Number(wanted);
    return Number.isInteger(index) && index >= 0 && index < members.count ? members.node(index) : undefined;
  }
  // The last of several members with the same name counts.
  for (let index = members.count - 1; index >= 0; index--) {
    if (String(members.name(index)) === String(wanted)) return members.node(index);
  }
  return undefined;
}

function childOf({ text, spans, path, isEmbedded }: ReadableNode, members: JsonMembers, index: number): ReadableNode {
  const name = members.name(index);
  return {
    text,
    spans,
    span: members.value(index),
    path: isEmbedded ? path : [...path, name],
    name,
    ...(isEmbedded && { isEmbedded }),
  };
}

/** Converts a node to its readable form. */
function readable(node: ReadableNode): ReadableNode {
  const value = unwrapped(node);
  return asMap(value) ?? asEmbedded(value) ?? value;
}

/** Returns the value in OpenTelemetry's typed form, `{"stringValue": …}`; the node itself in any other form. */
function unwrapped(node: ReadableNode): ReadableNode {
  const { span, spans } = node;
  const members = span && spans.membersIn(span);
  if (!members || members.isList || members.count !== 1 || !TYPED.has(String(members.name(0)))) return node;
  const type = members.name(0);
  const value = childOf(node, members, 0);
  const own = { ...value, ...(node.name !== undefined && { name: node.name }) };
  if (type === 'intValue') return { ...own, ...(INTEGER.test(rawText(value)) && { isNumber: true }) };
  if (type !== 'arrayValue' && type !== 'kvlistValue') return own;
  const inner = value.span && spans.membersIn(value.span);
  if (!inner || inner.isList || inner.count !== 1 || inner.name(0) !== 'values') return own;
  return { ...childOf(value, inner, 0), ...(node.name !== undefined && { name: node.name }) };
}

const TYPED: ReadonlySet<string> = new Set([
  'stringValue',
  'boolValue',
  'intValue',
  'doubleValue',
  'bytesValue',
  'arrayValue',
  'kvlistValue',
]);
const INTEGER = /^-?\d{1,20}$/;

/** Converts a list of names and values, or an object of dotted names, to a grouped map; undefined for any other value. */
function asMap(node: ReadableNode): ReadableNode | undefined {
  const { span, spans } = node;
  const members = span && spans.membersIn(span);
  if (!members || members.count === 0 || members.count > MOST_ATTRIBUTES) return undefined;
  const entries = members.isList ? listedEntries(node, members) : dottedEntries(node, members);
  return entries && { ...node, group: grouped(node, entries) };
}

/** Larger maps stay ungrouped. */
const MOST_ATTRIBUTES = 1000;

type Entry = readonly [name: string, node: ReadableNode];

function listedEntries(node: ReadableNode, members: JsonMembers): Entry[] | undefined {
  const entries: Entry[] = [];
  for (let index = 0; index < members.count; index++) {
    const item = childOf(node, members, index);
    const pair = item.span && node.spans.membersIn(item.span);
    if (!pair || pair.isList || pair.count > 3) return undefined;
    const places = new Map(Array.from({ length: pair.count }, (_, place) => [pair.name(place), place]));
    const [key, value] = [places.get('key'), places.get('value')];
    if (key === undefined || value === undefined) return undefined;
    const name = rawText(childOf(item, pair, key));
    const found = childOf(item, pair, value);
    entries.push([name, { ...found, name }]);
  }
  return entries;
}

function dottedEntries(node: ReadableNode, members: JsonMembers): Entry[] | undefined {
  if (typeof node.name !== 'string' || !/^(?:\w*attributes|tags)$/i.test(node.name)) return undefined;
  const places = Array.from({ length: members.count }, (_, index) => index);
  if (!places.some(index => DOTTED.test(String(members.name(index))))) return undefined;
  return places.map(index => [String(members.name(index)), childOf(node, members, index)]);
}

const DOTTED = /^[\w-]+(?:\.[\w-]+)+$/;

interface Group {
  own?: ReadableNode;
  inner: Map<string, Group>;
}

/** Groups entries by the segments of their names. Joins a segment with the next one if its group has no other entry. */
function grouped(map: ReadableNode, entries: readonly Entry[]): Map<string, ReadableNode> {
  const root: Group = { inner: new Map() };
  for (const [name, node] of entries) {
    const segments = name.split('.');
    const isPlain = segments.length > DEEPEST || !DOTTED.test(name);
    let here = isPlain ? innerOf(root, name) : segments.reduce(innerOf, root);
    // A repeated name gets a number.
    for (let again = 2; here.own; again++) here = innerOf(root, `${name} (${again})`);
    here.own = node;
  }
  return nodesOf(map, root);
}

const DEEPEST = 64;

function innerOf({ inner }: Group, segment: string): Group {
  const known = inner.get(segment) ?? { inner: new Map() };
  inner.set(segment, known);
  return known;
}

function nodesOf(map: ReadableNode, { inner }: Group): Map<string, ReadableNode> {
  const nodes = new Map<string, ReadableNode>();
  for (const [segment, group] of inner) {
    let name = segment;
    let here = group;
    for (let [only] = here.inner; only && here.inner.size === 1 && !here.own; [only] = here.inner) {
      name += `.${only[0]}`;
      here = only[1];
    }
    if (here.own) nodes.set(name, here.own);
    if (here.inner.size === 0) continue;
    const { text, spans, path, isEmbedded } = map;
    const members = nodesOf(map, here);
    nodes.set(here.own ? `${name}.…` : name, { text, spans, path, group: members, ...(isEmbedded && { isEmbedded }) });
  }
  return nodes;
}

/** Returns the JSON value in a string as a node; undefined if the string contains no object or list. */
function asEmbedded(node: ReadableNode): ReadableNode | undefined {
  const { text, span } = node;
  if (!span || text.charCodeAt(span.start) !== QUOTE || span.end - span.start > LARGEST_EMBEDDED) return undefined;
  if (!EMBEDDED.test(text.slice(span.start + 1, span.start + 40))) return undefined;
  const content = rawText(node);
  const spans = EMBEDDED_SPANS(content, undefined, () => validSpans(content));
  const inner = spans?.at([]);
  if (!spans || !inner) return undefined;
  const { path, name } = node;
  return readable({ text: content, spans, span: inner, path, isEmbedded: true, ...(name !== undefined && { name }) });
}

function validSpans(text: string): JsonSpans | undefined {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  return jsonSpans(text);
}

const EMBEDDED_SPANS = memoizeByVersion<JsonSpans | undefined>(50);
const LARGEST_EMBEDDED = 2_000_000;
/** Matches the beginning of a string that contains an object or list as JSON. */
const EMBEDDED = /^(?:\s|\\[nrt]){0,10}(?:\{|\[)/;
