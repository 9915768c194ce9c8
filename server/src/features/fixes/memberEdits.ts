import type { Part } from '../../model/part';
import type { Span } from '../../model/text';
import type { JsonNode } from '../../text/json/parseJson';
import { indentAt, indentUnit } from '../formatting/indentation';

/** A property that an object is to have: its name and its text, `"name": value`, lines indented as from the margin. */
export interface Member {
  name: string;
  text: string;
}

/** A replacement in a part's text, before it is encoded for the file. */
export interface PartEdit {
  at: Span;
  text: string;
}

/** Whether an object's properties stand on one line, or each on a line of its own. */
export function isOnOneLine(part: Part, { children = [], offset, parent }: JsonNode): boolean {
  const last = children.at(-1);
  if (part.oneLine) return true;
  // An object that is empty goes by the text around it.
  if (!last) return parent !== undefined && !part.text.includes('\n');
  return !part.text.slice(offset, last.offset).includes('\n');
}

/**
 * The edits that give an object more properties. Each goes behind the last one that its protocol lists before it, where
 * the object is laid out evenly and holds no comments; else they go to its end.
 *
 * @param order names as the protocol lists them
 */
export function memberEdits(part: Part, object: JsonNode, members: readonly Member[], order: readonly string[]) {
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
    // What stands behind the last value belongs to it.
    const comma = hasComma(part.text.slice(end, comments)) ? [] : [inserted(end, ',')];
    return [...comma, inserted(comments, `${separator}${written(some)}`)];
  });
}

function inserted(offset: number, text: string): PartEdit {
  return { at: { start: offset, end: offset }, text };
}

// Between braces with nothing in between but blanks, and perhaps comments.
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

/** Each property on the line of the others, or each on a line of its own, and nothing else among them. */
function isEven({ text }: Part, { children = [], offset }: JsonNode, oneLine: boolean): boolean {
  let end = offset + 1;
  return children.every(member => {
    const gap = text.slice(end, member.offset);
    end = member.offset + member.length;
    return /^\s*,?\s*$/.test(gap) && gap.includes('\n') !== oneLine;
  });
}

/** By the property that they go behind, those that are new; undefined is the beginning. */
function inOrder(children: readonly JsonNode[], members: readonly Member[], order: readonly string[]) {
  const places = new Map<JsonNode | undefined, Member[]>();
  for (const member of members) {
    const before = new Set(order.slice(0, Math.max(0, order.indexOf(member.name))));
    // What the protocol does not list, and what says what it all is, stays in front.
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

// Where the comments end that follow an object's last property; none where there are none.
function commentsBehind({ text }: Part, { offset, length }: JsonNode, from: number): number | undefined {
  const rest = text.slice(from, offset + length - 1);
  return /^[\s,]*$/.test(rest) ? undefined : from + rest.trimEnd().length;
}

// A comma outside of comments.
function hasComma(text: string): boolean {
  return text.replace(/\/\/.*|\/\*[\s\S]*?\*\//g, '').includes(',');
}
