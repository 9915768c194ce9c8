import { stripComments } from 'jsonc-parser';
import type { AnalysedPart } from '../../model/analysis';
import type { Schema } from '../../model/schema';
import type { Path, Span, TextChange } from '../../model/text';
import { rangeOf } from '../../parts/positions';
import { partTree } from '../../parts/rootPart';
import { applicableSchema, childSchema } from '../../slots/applicableSchemas';
import { type JsonNode, nodeAt, nodeValue } from '../../text/json/parseJson';
import { schemaAtPath } from './fixEdits';

/**
 * Returns the edits that sort the properties of an object, and of its nested objects, in the protocol's order. Values stay as written. Empty if
 * all are sorted. Skips objects with comments between properties, or with duplicate names.
 *
 * @param path the path of the object; by default the envelope itself
 */
export function sortProperties(analysed: AnalysedPart, path: Path = []): TextChange[] {
  const { part } = analysed;
  const tree = partTree(part);
  const node = tree && nodeAt(tree, path);
  const { root, schema } = schemaAtPath(analysed, path);
  if (!node || !root || !schema || part.lang === 'yaml') return [];
  return changesIn(part.text, node, schema, root).map(({ at, text }) => ({
    range: rangeOf(part, at),
    text: part.encode(text),
  }));
}

/** Returns a change for each outermost unsorted object, as a whole. */
function changesIn(text: string, node: JsonNode, schema: Schema, root: Schema): { at: Span; text: string }[] {
  const members =
    node.type === 'object' ? sorted(text, node, applicableSchema(schema, root, nodeValue(node))) : undefined;
  const isMoved = members?.some((member, index) => member !== node.children?.[index]);
  if (isMoved) {
    const at = { start: node.offset, end: node.offset + node.length };
    return [{ at, text: sortedText(text, node, schema, root) }];
  }
  return below(node, schema, root).flatMap(([child, inside]) => changesIn(text, child, inside, root));
}

function sortedText(text: string, node: JsonNode, schema: Schema, root: Schema): string {
  const places = node.type === 'property' ? [node] : (node.children ?? []);
  const inEffect = applicableSchema(schema, root, nodeValue(node));
  const members = (node.type === 'object' && sorted(text, node, inEffect)) || places;
  const inner = new Map(below(node, schema, root));
  let result = '';
  let at = node.offset;
  places.forEach((place, index) => {
    const member = members[index] ?? place;
    result += text.slice(at, place.offset) + memberText(text, member, inner, root);
    at = place.offset + place.length;
  });
  return result + text.slice(at, node.offset + node.length);
}

function memberText(text: string, member: JsonNode, inner: ReadonlyMap<JsonNode, Schema>, root: Schema): string {
  const value = member.type === 'property' ? member.children?.[1] : member;
  const schema = value && inner.get(value);
  if (!value || !schema) return text.slice(member.offset, member.offset + member.length);
  return text.slice(member.offset, value.offset) + sortedText(text, value, schema, root);
}

/** Returns the direct children of a value that its schema describes, with their schemas. */
function below(node: JsonNode, schema: Schema, root: Schema): [JsonNode, Schema][] {
  const inEffect = applicableSchema(schema, root, nodeValue(node));
  const children = node.children ?? [];
  return children.flatMap((child, index): [JsonNode, Schema][] => {
    const [key, value] =
      node.type === 'array' ? [index, child] : [String(child.children?.[0]?.value), child.children?.[1]];
    const inside = childSchema(inEffect, key);
    return value && inside ? [[value, inside]] : [];
  });
}

/** Sorts an object's properties: `$schema`, then properties of the schema, then all others in their order. */
function sorted(text: string, node: JsonNode, { properties = {} }: Schema): readonly JsonNode[] | undefined {
  const { children = [] } = node;
  const names = children.map(({ children: [key] = [] }) => String(key?.value));
  if (new Set(names).size < names.length || hasComments(text, node)) return undefined;
  const order = ['$schema', ...Object.keys(properties)];
  // One property that the schema knows, such as the `result` around an envelope, is in no order.
  if (names.filter(name => order.includes(name)).length < 2) return undefined;
  const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return children
    .map((child, index) => ({ child, rank: rank(names[index] ?? '') }))
    .sort((one, two) => one.rank - two.rank)
    .map(({ child }) => child);
}

// Returns whether an object has comments between properties, or between a name and its value, which refer to their place.
function hasComments(text: string, { children = [], offset, length }: JsonNode): boolean {
  let gaps = '';
  let at = offset + 1;
  for (const { offset: start, length: size, children: [, value] = [] } of children) {
    gaps += `${text.slice(at, start)}\n${text.slice(start, value?.offset ?? start)}\n`;
    at = start + size;
  }
  gaps += text.slice(at, offset + length - 1);
  return stripComments(gaps) !== gaps;
}
