import { isJson } from './isJson';
import { type JsonNode, jsonTree } from './parseJson';

/** JSON that was read to be written again, elsewhere and with other things around it. */
export interface LosslessJson {
  value: unknown;
  /** What stands in the text for each list and object that is on one line: it is written again as it is. */
  inline: WeakMap<object, string>;
}

/**
 * Reads JSON, also with comments, so that `stringifyLossless` can write each digit of it again: numbers that would change on the way
 * are marked texts meanwhile. Undefined for what can't be read.
 *
 * @param inline of other texts that are read for the same purpose
 */
export function parseLossless(text: string, inline: LosslessJson['inline'] = new WeakMap()): LosslessJson | undefined {
  const root = jsonTree(text);
  if (!root) return undefined;
  // Where the mark itself stands in the text it can't mark anything.
  const marks = !text.includes(MARK);
  const read = (node: JsonNode): unknown => {
    const source = text.slice(node.offset, node.offset + node.length);
    if (node.type === 'number' && marks && String(node.value) !== source) return MARK + source + MARK;
    if (node.type !== 'array' && node.type !== 'object') return node.value;
    const value: object = node.type === 'array' ? (node.children ?? []).map(read) : {};
    for (const { children: [key, member] = [] } of node.type === 'object' ? (node.children ?? []) : []) {
      if (!key || !member) continue;
      // Keys such as `__proto__` become properties like any other.
      Object.defineProperty(value, key.value, { value: read(member), ...PLAIN });
    }
    if (!source.includes('\n') && isJson(source)) inline.set(value, source);
    return value;
  };
  return { value: read(root), inline };
}

const PLAIN = { enumerable: true, configurable: true, writable: true };
const MARK = '\uE000';

/** How JSON is laid out: over several lines, with so much for each level and so much before all; or on one line. */
export type JsonLayout = { unit: string; indent: string } | 'spaced' | 'compact';

/** A value as JSON, with the digits and the lines that its pieces had where they come from. */
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

/** A value as text for people: a text as it is, all else as JSON on one line. */
export function displayJson(value: unknown): string {
  if (typeof value === 'string') return unmarkNumbers(value);
  return (JSON.stringify(value) ?? '').replace(/"\uE000([^\uE000"]*)\uE000"/g, '$1');
}

/** A text in which numbers are marked, as it reads. A whole JSON string that is nothing but a marked number is that number. */
export function unmarkNumbers(text: string): string {
  if (!text.includes(MARK)) return text;
  const [, number] = /^"\uE000([^\uE000"]*)\uE000"$/.exec(text) ?? [];
  return number ?? text.replace(/\uE000(-?\d[\d.eE+-]*)\uE000/g, '$1');
}
