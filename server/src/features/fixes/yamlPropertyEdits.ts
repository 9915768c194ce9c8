import type { FixPlan } from '../../model/rule';
import type { Part, Path } from '../../model/text';
import { partTree } from '../../parts/rootPart';
import { nodeSpan } from '../../text/json/jsonSpans';
import { sortedJson } from '../../text/json/losslessJson';
import { type JsonNode, keyNodeAt, nodeAt, nodeValue } from '../../text/json/parseJson';
import { atPath, isObject } from '../../text/jsonPointer';
import { lineEnd } from '../../text/lines';
import { parseJsonOrYaml, yamlComments } from '../../text/parseJsonOrYaml';
import { isPlainYaml, yamlBlock, yamlText } from '../../text/yamlText';
import { jsonPropertyEdits, type Member, type PartEdit } from './jsonPropertyEdits';

/** Properties to add to an object in YAML, and the protocol's order of its properties. */
interface AddPlan {
  do: 'add';
  path: Path;
  members: readonly (readonly [key: string, value: unknown])[];
  order: readonly string[];
}

type YamlPlan = AddPlan | Exclude<FixPlanBody, { do: 'add' | 'fill' }>;
type FixPlanBody = FixPlan extends infer Plan
  ? Plan extends FixPlan
    ? Omit<Plan, 'title' | 'certain'>
    : never
  : never;

/**
 * Returns the edits that carry out a fix in a YAML text, such as to add properties. Comments, indentation and quotes stay. Empty if the
 * edited text would not have exactly the intended value, for example because an alias repeats it, or if a comment would be lost.
 */
export function yamlPropertyEdits(part: Part, plan: YamlPlan): PartEdit[] {
  const root = partTree(part);
  if (!root) return [];
  const edits = plan.do === 'replace' ? plan.changes : editsOf(part, root, plan);
  if (edits.length === 0 || !keepsComments(part.text, edits)) return [];
  const { value, fault } = parseJsonOrYaml(edited(part.text, edits), 'yaml');
  // A plan that replaces text concerns comments, or a duplicate key: the value stays.
  const wanted = plan.do === 'replace' ? nodeValue(root) : plannedValue(nodeValue(root), plan, part.text, root);
  return !fault && sortedJson(value) === sortedJson(wanted) ? [...edits] : [];
}

function editsOf(part: Part, root: JsonNode, plan: Exclude<YamlPlan, { do: 'replace' }>): PartEdit[] {
  const { text } = part;
  const node = nodeAt(root, plan.path);
  if (!node) return [];
  switch (plan.do) {
    case 'rename': {
      const key = keyNodeAt(root, plan.path);
      const isTaken = nodeAt(root, [...plan.path.slice(0, -1), plan.to]) !== undefined;
      return key && !isTaken ? [{ at: nodeSpan(key), text: styledText(text, key, plan.to) }] : [];
    }
    case 'set':
      return [valueEdit(text, node, plan.value)];
    case 'quote':
      return [{ at: nodeSpan(node), text: JSON.stringify(text.slice(node.offset, node.offset + node.length)) }];
    case 'remove':
      return removal(text, node);
    case 'add':
      return additions(part, node, plan);
    case 'move':
      return [];
  }
}

/** Writes a text in the same quotes as the token that it replaces. */
function styledText(text: string, { offset }: JsonNode, value: string): string {
  const quote = text[offset];
  if (quote === '"') return JSON.stringify(value);
  return quote === "'" && isPlainYaml(value) ? `'${value}'` : yamlText(value);
}

function valueEdit(text: string, node: JsonNode, value: unknown): PartEdit {
  const key = node.parent?.type === 'property' ? node.parent.children?.[0] : undefined;
  const begin = key ? key.offset + key.length : node.offset;
  // A value on the line below its key moves to the line of the key.
  const between = text.slice(begin, node.offset);
  const colon = key && between.includes('\n') ? begin + between.indexOf(':') + 1 : undefined;
  const at = colon === undefined ? nodeSpan(node) : { start: colon, end: node.offset + node.length };
  const space = /[:-]$/.test(text.slice(at.start - 1, at.start)) ? ' ' : '';
  return { at, text: space + (typeof value === 'string' ? styledText(text, node, value) : yamlText(value)) };
}

function removal(text: string, node: JsonNode): PartEdit[] {
  const own = node.parent?.type === 'property' ? node.parent : node;
  const siblings = own.parent?.children ?? [];
  const index = siblings.indexOf(own);
  // Without its last member, a block would be no value.
  if (!own.parent || siblings.length < 2 || index < 0) return [];
  const [before, after] = [siblings[index - 1], siblings[index + 1]];
  const end = own.offset + own.length;
  if (isFlow(text, own.parent)) {
    if (before) return [{ at: { start: before.offset + before.length, end }, text: '' }];
    return after ? [{ at: { start: own.offset, end: after.offset }, text: '' }] : [];
  }
  const start = text.lastIndexOf('\n', own.offset - 1) + 1;
  const lead = text.slice(start, own.offset);
  // The first key behind the dash of an element leaves its place to the second.
  if (own.type === 'property' && lead.trim() !== '')
    return after ? [{ at: { start: own.offset, end: after.offset }, text: '' }] : [];
  if (!/^ *(?:- +)?$/.test(lead)) return [];
  const next = text.indexOf('\n', end);
  const isLast = next < 0;
  const at = { start: isLast ? Math.max(0, start - 1) : start, end: isLast ? text.length : next + 1 };
  return [{ at, text: '' }];
}

function additions(part: Part, object: JsonNode, { members, order }: AddPlan): PartEdit[] {
  const { text } = part;
  if (object.type !== 'object') return [];
  const { children = [] } = object;
  const first = children[0];
  if (isFlow(text, object)) {
    const written = members.map(([name, value]): Member => ({ name, text: `${yamlText(name)}: ${yamlText(value)}` }));
    if (first) return jsonPropertyEdits(part, object, written, order);
    const inside = `{ ${written.map(member => member.text).join(', ')} }`;
    return /^\{\s*\}$/.test(text.slice(object.offset, object.offset + object.length))
      ? [{ at: nodeSpan(object), text: inside }]
      : [];
  }
  if (!first || first.offset !== object.offset) return [];
  const lineStart = text.lastIndexOf('\n', first.offset - 1) + 1;
  const column = first.offset - lineStart;
  const indent = ' '.repeat(column);
  const edits = new Map<number, string>();
  for (const [name, value] of members) {
    const earlier = new Set(order.slice(0, Math.max(0, order.indexOf(name))));
    const after = order.includes(name)
      ? (children.findLast(one => earlier.has(nameOf(one))) ?? children.findLast(one => nameOf(one) === '$schema'))
      : children.at(-1);
    const line = `${yamlText(name)}:${yamlBlock(value, 1).replaceAll('\n', `\n${indent}`)}`;
    if (after) {
      const end = lineEnd(text, after.offset + after.length);
      edits.set(end, `${edits.get(end) ?? ''}\n${indent}${line}`);
    } else edits.set(first.offset, `${edits.get(first.offset) ?? ''}${line}\n${indent}`);
  }
  return [...edits].map(([offset, added]) => ({ at: { start: offset, end: offset }, text: added }));
}

function isFlow(text: string, { offset }: JsonNode): boolean {
  return text[offset] === '{' || text[offset] === '[';
}

function nameOf({ children }: JsonNode): string {
  return String(children?.[0]?.value);
}

function keepsComments(text: string, edits: readonly PartEdit[]): boolean {
  const removed = edits.filter(({ at }) => at.end > at.start);
  // A comment that is edited is no comment that is lost.
  if (!removed.some(({ at }) => text.slice(at.start, at.end).includes('#'))) return true;
  const comments = yamlComments(text);
  return removed.every(({ at }) => !comments.some(({ start, end }) => at.start <= start && end <= at.end));
}

function edited(text: string, edits: readonly PartEdit[]): string {
  let result = text;
  for (const { at, text: written } of edits.toSorted((one, two) => two.at.start - one.at.start))
    result = result.slice(0, at.start) + written + result.slice(at.end);
  return result;
}

/** Returns the value after the planned change. */
function plannedValue(
  value: unknown,
  plan: Exclude<YamlPlan, { do: 'replace' }>,
  text: string,
  root: JsonNode,
): unknown {
  const { path } = plan;
  const parentPath = path.slice(0, -1);
  const last = path.at(-1);
  const parent = atPath(value, parentPath);
  switch (plan.do) {
    case 'set':
      return changedAt(value, path, () => plan.value);
    case 'quote': {
      const node = nodeAt(root, path);
      return changedAt(value, path, () => node && text.slice(node.offset, node.offset + node.length));
    }
    case 'add':
      return changedAt(value, path, object => ({ ...(object as object), ...Object.fromEntries(plan.members) }));
    case 'rename': {
      if (!isObject(parent) || last === undefined) return value;
      const { [last]: own, ...rest } = parent;
      return changedAt(value, parentPath, () => ({ ...rest, [plan.to]: own }));
    }
    case 'remove':
      if (Array.isArray(parent)) return changedAt(value, parentPath, () => parent.filter((_, index) => index !== last));
      if (!isObject(parent) || last === undefined) return value;
      return changedAt(value, parentPath, () => {
        const { [last]: _, ...rest } = parent;
        return rest;
      });
    case 'move':
      return undefined;
  }
}

function changedAt(value: unknown, path: Path, change: (value: unknown) => unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return change(value);
  if (Array.isArray(value)) return value.map((item, index) => (index === step ? changedAt(item, rest, change) : item));
  return isObject(value) ? { ...value, [step]: changedAt(value[step], rest, change) } : value;
}
