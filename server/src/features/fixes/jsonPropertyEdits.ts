import type { Part, Span } from '../../model/text';
import type { JsonNode } from '../../text/json/parseJson';
import { indentAt, indentUnit } from '../formatting';

/** A property to insert into a JSON object: the name, and the text `"name": value` without indentation. */
export interface Member {
  name: string;
  text: string;
}

/** A replacement in a part's text, before it is encoded for the file. */
export interface PartEdit {
  at: Span;
  text: string;
}

/** Returns whether an object's properties are on one line; otherwise each is on its own line. */
export function isOnOneLine(part: Part, { children = [], offset, parent }: JsonNode): boolean {
  const last = children.at(-1);
  if (part.oneLine) return true;
  // An empty object has the layout of the text around it.
  if (!last) return parent !== undefined && !part.text.includes('\n');
  return !part.text.slice(offset, last.offset).includes('\n');
}

/**
 * Returns the edits that add properties to an object in a JSON text. Each property is added behind its predecessor in the protocol's order;
 * if the object has comments or an irregular layout, all are added at its end.
 *
 * @param order the property names in the protocol's order
 */
export function jsonPropertyEdits(part: Part, object: JsonNode, members: readonly Member[], order: readonly string[]) {
  const { children = [] } = object;
  const oneLine = isOnOneLine(part, object);
  const last = children.at(-1);
  const first = children[0];
  const indent = last ? indentAt(part, last.offset) : indentAt(part, object.offset) + indentUnit(part);
  const separator = oneLine ? ' ' : `\n${indent}`;
  const written = (some: readonly Member[]) =>
    some.map(({ text }) => (oneLine ? text : text.replaceAll('\n', `\n${indent}`))).join(`,${separator}`);
  if (!first || !last) return [whole(part, object, written(members), { oneLine, indent })];
  const places = isEven(part, object, oneLine) ? inOrder(children, members, order) : new Map([[last, members]]);
  return [...places].flatMap(([after, some]): PartEdit[] => {
    if (after === undefined) return [inserted(first.offset, `${written(some)},${separator}`)];
    const end = after.offset + after.length;
    const comments = after === last ? commentsBehind(part, object, end) : undefined;
    if (comments === undefined) return [inserted(end, `,${separator}${written(some)}`)];
    // Comments after the last value belong to it.
    const comma = hasComma(part.text.slice(end, comments)) ? [] : [inserted(end, ',')];
    return [...comma, inserted(comments, `${separator}${written(some)}`)];
  });
}

function inserted(offset: number, text: string): PartEdit {
  return { at: { start: offset, end: offset }, text };
}

// Returns the edit for an object without properties, whose braces contain only whitespace, and perhaps comments.
function whole(
  part: Part,
  { offset, length }: JsonNode,
  text: string,
  { oneLine, indent }: { oneLine: boolean; indent: string },
): PartEdit {
  const at = { start: offset + 1, end: offset + length - 1 };
  const inside = part.text.slice(at.start, at.end);
  if (inside.trim() !== '') at.start += inside.trimEnd().length;
  return { at, text: oneLine && inside.trim() === '' ? text : `\n${indent}${text}\n${indentAt(part, offset)}` };
}

/** Returns whether an object has a regular layout: properties all on one line or each on its own, nothing else between them. */
function isEven({ text }: Part, { children = [], offset }: JsonNode, oneLine: boolean): boolean {
  let end = offset + 1;
  return children.every(member => {
    const gap = text.slice(end, member.offset);
    end = member.offset + member.length;
    return /^\s*,?\s*$/.test(gap) && gap.includes('\n') !== oneLine;
  });
}

/** Groups new properties by the property that they follow; undefined for the beginning of the object. */
function inOrder(children: readonly JsonNode[], members: readonly Member[], order: readonly string[]) {
  const places = new Map<JsonNode | undefined, Member[]>();
  for (const member of members) {
    const before = new Set(order.slice(0, Math.max(0, order.indexOf(member.name))));
    // Unlisted properties and `$schema` stay in front.
    const after = order.includes(member.name)
      ? (children.findLast(one => before.has(nameOf(one))) ?? children.findLast(one => nameOf(one) === '$schema'))
      : children.at(-1);
    places.set(after, [...(places.get(after) ?? []), member]);
  }
  return places;
}

function nameOf({ children }: JsonNode): string {
  return String(children?.[0]?.value);
}

// Returns the end of the comments after an object's last property; undefined without comments.
function commentsBehind({ text }: Part, { offset, length }: JsonNode, from: number): number | undefined {
  const rest = text.slice(from, offset + length - 1);
  return /^[\s,]*$/.test(rest) ? undefined : from + rest.trimEnd().length;
}

// Returns whether a text has a comma outside comments.
function hasComma(text: string): boolean {
  return text.replace(/\/\/.*|\/\*[\s\S]*?\*\//g, '').includes(',');
}
