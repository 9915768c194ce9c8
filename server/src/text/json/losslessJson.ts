import { isJson } from './isJson';
import { type JsonNode, jsonTree } from './parseJson';

/** Parsed JSON that can be written again elsewhere without loss. */
export interface LosslessJson {
  value: unknown;
  /** The source text of each list and object on one line: it is written unchanged. */
  inline: WeakMap<object, string>;
}

/**
 * Parses JSON, also with comments, so that `stringifyLossless` preserves each digit: numbers that would change are
 * represented as marked strings. Undefined for invalid text.
 *
 * @param inline of other texts that are read for the same purpose
 */
export function parseLossless(text: string, inline: LosslessJson['inline'] = new WeakMap()): LosslessJson | undefined {
  const root = jsonTree(text);
  if (!root) return undefined;
  // A text that contains the mark itself is parsed without marking.
  const marks = !text.includes(MARK);
  const read = (node: JsonNode): unknown => {
    const source = text.slice(node.offset, node.offset + node.length);
    if (node.type === 'number' && marks && String(node.value) !== source) return MARK + source + MARK;
    if (node.type !== 'array' && node.type !== 'object') return node.value;
    const value: object = node.type === 'array' ? (node.children ?? []).map(read) : {};
    for (const { children: [key, member] = [] } of node.type === 'object' ? (node.children ?? []) : []) {
      if (!key || !member) continue;
      // Makes keys such as `__proto__` ordinary properties.
      Object.defineProperty(value, key.value, { value: read(member), ...PLAIN });
    }
    if (!source.includes('\n') && isJson(source)) inline.set(value, source);
    return value;
  };
  return { value: read(root), inline };
}

const PLAIN = { enumerable: true, configurable: true, writable: true };
const MARK = '\uE000';

/** The layout of JSON: on several lines, with a unit for each level and an indent before all; or on one line. */
export type JsonLayout = { unit: string; indent: string } | 'spaced' | 'compact';

/** Serializes a value as JSON, with the original digits and line layout of its pieces. */
export function stringifyLossless(value: unknown, layout: JsonLayout, inline: LosslessJson['inline']): string {
  if (typeof value !== 'object' || value === null) return unmarkNumbers(JSON.stringify(value) ?? 'null');
  const source = inline.get(value);
  if (source !== undefined) return source;
  const isList = Array.isArray(value);
  const [open, close] = isList ? '[]' : '{}';
  const inner = typeof layout === 'string' ? layout : { ...layout, indent: layout.indent + layout.unit };
  const colon = layout === 'compact' ? ':' : ': ';
  const members = isList
    ? value.map(one => stringifyLossless(one, inner, inline))
    : Object.entries(value)
        .filter(([, one]) => one !== undefined)
        .map(([key, one]) => JSON.stringify(key) + colon + stringifyLossless(one, inner, inline));
  if (members.length === 0) return `${open}${close}`;
  if (typeof inner === 'string') return open + members.join(inner === 'compact' ? ',' : ', ') + close;
  const outer = typeof layout === 'string' ? '' : layout.indent;
  return `${open}\n${inner.indent}${members.join(`,\n${inner.indent}`)}\n${outer}${close}`;
}

/** A value as text for people: strings unquoted, all else as JSON on one line. */
export function displayJson(value: unknown): string {
  if (typeof value === 'string') return unmarkNumbers(value);
  return (JSON.stringify(value) ?? '').replace(/"\uE000([^\uE000"]*)\uE000"/g, '$1');
}

/** Replaces marked numbers in a text by their digits. A JSON string that is only a marked number becomes the number. */
export function unmarkNumbers(text: string): string {
  if (!text.includes(MARK)) return text;
  const [, number] = /^"\uE000([^\uE000"]*)\uE000"$/.exec(text) ?? [];
  return number ?? text.replace(/\uE000(-?\d[\d.eE+-]*)\uE000/g, '$1');
}
