import { stripComments } from 'jsonc-parser';
import type { AnalysedPart } from '../../model/analysis';
import type { FixPlan } from '../../model/rule';
import type { Schema } from '../../model/schema';
import type { Path, Span, TextChange } from '../../model/text';
import { rangeOf } from '../../parts/positions';
import { partTree } from '../../parts/rootPart';
import { propertySchema, schemaAt } from '../../slots/applicableSchemas';
import { minimalValue, type ValueGenerator } from '../../slots/sampleValue';
import { nodeSpan } from '../../text/json/jsonSpans';
import { blankComments, type JsonNode, jsonTree, keyNodeAt, nodeAt } from '../../text/json/parseJson';
import { indentAt, indentUnit, toOneLine } from '../formatting';
import { isOnOneLine, jsonPropertyEdits, type PartEdit } from './jsonPropertyEdits';
import { yamlPropertyEdits } from './yamlPropertyEdits';

/**
 * Returns the text edits that carry out a quick fix, as small as possible. Empty if the place to fix no longer exists in the text.
 *
 * @param generateValue generates ids and times
 */
export function fixEdits(analysed: AnalysedPart, fix: FixPlan, generateValue: ValueGenerator): TextChange[] {
  const { part } = analysed;
  return partEdits(analysed, fix, generateValue).map(({ at, text }) => ({
    range: rangeOf(part, at),
    text: part.encode(text),
  }));
}

function partEdits(analysed: AnalysedPart, fix: FixPlan, generateValue: ValueGenerator): PartEdit[] {
  const { part } = analysed;
  if (part.lang === 'yaml') return yamlFixEdits(analysed, fix, generateValue);
  if (fix.do === 'replace') return fix.changes;
  const root = partTree(part);
  const node = root && nodeAt(root, fix.path);
  if (!root || !node) return [];
  switch (fix.do) {
    case 'rename':
      return renamed(keyNodeAt(root, fix.path), fix.to);
    case 'remove':
      return removed(part.text, fix.path);
    case 'set':
      return [{ at: nodeSpan(node), text: written(analysed, node.offset, fix.value) }];
    case 'quote':
      return [{ at: nodeSpan(node), text: JSON.stringify(jsonOf(part.text, node)) }];
    case 'fill': {
      const made = generateValue(fix.format);
      return made === undefined ? [] : [{ at: nodeSpan(node), text: JSON.stringify(made) }];
    }
    case 'add': {
      const { value = standardValue(analysed, fix.path, fix.key, generateValue) } = fix;
      return added(analysed, fix.path, { key: fix.key, value });
    }
    case 'move':
      return moved(analysed, root, fix.path, fix.to);
  }
}

function yamlFixEdits(analysed: AnalysedPart, fix: FixPlan, generateValue: ValueGenerator): PartEdit[] {
  switch (fix.do) {
    case 'fill': {
      const value = generateValue(fix.format);
      return value === undefined ? [] : yamlPropertyEdits(analysed.part, { do: 'set', path: fix.path, value });
    }
    case 'add': {
      const { path, key, value = standardValue(analysed, path, key, generateValue) } = fix;
      const order = Object.keys(schemaAtPath(analysed, path).schema?.properties ?? {});
      return yamlPropertyEdits(analysed.part, { do: 'add', path, members: [[key, value]], order });
    }
    default:
      return yamlPropertyEdits(analysed.part, fix);
  }
}

function renamed(key: JsonNode | undefined, to: string): PartEdit[] {
  return key ? [{ at: nodeSpan(key), text: JSON.stringify(to) }] : [];
}

function removed(text: string, path: Path): PartEdit[] {
  const root = jsonTree(text);
  const node = root && nodeAt(root, path);
  const own = node?.parent?.type === 'property' ? node.parent : node;
  if (!own?.parent) return [];
  const at = withComma(own, own.parent);
  const around = text.slice(at.start, own.offset) + text.slice(own.offset + own.length, at.end);
  if (stripComments(around) === around) return [{ at, text: '' }];
  const comma = commaOf(text, own);
  return [
    { at: nodeSpan(own), text: '' },
    ...(comma === undefined ? [] : [{ at: { start: comma, end: comma + 1 }, text: '' }]),
  ];
}

// Returns a member's span with one comma: the preceding comma for a property; the following one for the first of several,
// which leaves the line break before it, and for items.
function withComma(own: JsonNode, { type, children = [], offset }: JsonNode): Span {
  const index = children.indexOf(own);
  const [before, after] = [children[index - 1], children[index + 1]];
  const end = own.offset + own.length;
  if (before && (type === 'object' || !after)) return { start: before.offset + before.length, end };
  const start = type === 'object' && !after ? offset + 1 : own.offset;
  return { start, end: after?.offset ?? end };
}

// Returns the offset of the comma after a member, otherwise before it. Ignores commas in comments.
function commaOf(text: string, { offset, length, parent }: JsonNode): number | undefined {
  const bare = blankComments(text);
  const next = /^\s*,/.exec(bare.slice(offset + length))?.[0];
  if (next) return offset + length + next.length - 1;
  return parent?.children?.length === 1 ? undefined : bare.lastIndexOf(',', offset);
}

function standardValue(analysed: AnalysedPart, path: Path, key: string, generateValue: ValueGenerator): unknown {
  const { root, schema } = schemaAtPath(analysed, path);
  const property = schema && propertySchema(schema, key);
  return root && property ? minimalValue(property, root, generateValue) : null;
}

/** Returns the schema of a part, and the subschema at a path. Empty for an unrecognised part. */
export function schemaAtPath({ value, recognition }: AnalysedPart, path: Path): { root?: Schema; schema?: Schema } {
  const root = recognition?.variant.schema;
  const schema = root && schemaAt(root, value, path);
  return { ...(root && { root }), ...(schema && { schema }) };
}

function added(analysed: AnalysedPart, path: Path, { key, value }: { key: string; value: unknown }): PartEdit[] {
  return addedText(analysed, path, key, JSON.stringify(value, undefined, indentUnit(analysed.part)));
}

function addedText(analysed: AnalysedPart, path: Path, name: string, json: string): PartEdit[] {
  const { part } = analysed;
  const root = partTree(part);
  const object = root && nodeAt(root, path);
  if (object?.type !== 'object') return [];
  const value = isOnOneLine(part, object) && json.includes('\n') ? toOneLine(json) : json;
  const order = Object.keys(schemaAtPath(analysed, path).schema?.properties ?? {});
  return jsonPropertyEdits(part, object, [{ name, text: `${JSON.stringify(name)}: ${value}` }], order);
}

// Moves a value as written, digit by digit, and creates missing parent objects.
function moved(analysed: AnalysedPart, root: JsonNode, from: Path, to: Path): PartEdit[] {
  const { part } = analysed;
  const node = nodeAt(root, from);
  const [gone, ...more] = removed(part.text, from);
  let depth = to.length - 1;
  while (depth > 0 && !nodeAt(root, to.slice(0, depth))) depth--;
  // Comments would be lost on one line.
  if (!node || !gone || more.length > 0 || stripComments(jsonOf(part.text, node)) !== jsonOf(part.text, node))
    return [];
  const unit = indentUnit(part);
  const value = outdented(jsonOf(part.text, node), indentAt(part, node.offset));
  const json = to
    .slice(depth + 1)
    .reduceRight<string>(
      (inside, name) => `{\n${unit}${JSON.stringify(name)}: ${inside.replaceAll('\n', `\n${unit}`)}\n}`,
      value,
    );
  const text = part.text.slice(0, gone.at.start) + gone.text + part.text.slice(gone.at.end);
  const without = { ...analysed, part: { ...part, map: part.map, text } };
  const there = addedText(without, to.slice(0, depth), String(to[depth]), json);
  return together(gone, there);
}

/** Combines a removal with later edits, whose positions refer to the text after the removal. */
function together(gone: PartEdit, after: readonly PartEdit[]): PartEdit[] {
  const size = gone.at.end - gone.at.start - gone.text.length;
  const shifted = after.map(({ at: { start, end }, text }) => ({
    at: { start: start > gone.at.start ? start + size : start, end: end > gone.at.start ? end + size : end },
    text,
  }));
  const isInside = shifted.some(({ at }) => at.start < at.end && at.start <= gone.at.start && at.end >= gone.at.end);
  if (after.length === 0 || isInside) return shifted;
  // LSP expects an insertion before a removal that begins there.
  return [gone, ...shifted].sort((one, two) => one.at.start - two.at.start || one.at.end - two.at.end);
}

/** Removes the common indentation. */
function outdented(text: string, indent: string): string {
  return text.replaceAll(`\n${indent}`, '\n');
}

function jsonOf(text: string, { offset, length }: JsonNode): string {
  return text.slice(offset, offset + length);
}

function written({ part }: AnalysedPart, offset: number, value: unknown): string {
  if (part.oneLine) return toOneLine(JSON.stringify(value));
  return JSON.stringify(value, undefined, indentUnit(part)).replaceAll('\n', `\n${indentAt(part, offset)}`);
}
