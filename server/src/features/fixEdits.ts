import { modify } from 'jsonc-parser';
import { shapeOf } from '../analysis/recognise';
import type { AnalysedPart } from '../model/analysis';
import type { Part } from '../model/part';
import type { FixPlan } from '../model/rule';
import type { Path, Span, TextChange } from '../model/text';
import { rangeOf } from '../parts/place';
import { schemaAt } from '../slots/effective';
import { plainValue } from '../slots/plainValue';
import { type JsonNode, jsonTree, keyNodeAt, nodeAt } from '../text/json';
import { onOneLine } from './formatting';
import { indentAt, unitOf } from './indentation';

/**
 * The changes that carry out a fix. They touch what they change and nothing beside it. None where the text has changed so
 * that the fix's place is gone.
 */
export function fixEdits(analysed: AnalysedPart, fix: FixPlan): TextChange[] {
  const { part } = analysed;
  if (fix.do === 'replace') return fix.changes.map(({ at, text }) => replaced(part, at, text));
  const root = jsonTree(part.text);
  const node = root && nodeAt(root, fix.path);
  if (!root || !node) return [];
  switch (fix.do) {
    case 'rename':
      return renamed(part, keyNodeAt(root, fix.path), fix.to);
    case 'remove':
      return removed(part, fix.path);
    case 'set':
      return [replaced(part, spanOf(node), written(part, node.offset, fix.value))];
    case 'add':
      return added(part, node, fix.key, fix.value ?? standardValue(analysed, fix.path, fix.key));
  }
}

function renamed(part: Part, key: JsonNode | undefined, to: string): TextChange[] {
  return key ? [replaced(part, spanOf(key), JSON.stringify(to))] : [];
}

function removed(part: Part, path: Path): TextChange[] {
  return modify(part.text, [...path], undefined, {}).map(({ offset, length, content }) =>
    replaced(part, { start: offset, end: offset + length }, content),
  );
}

function standardValue({ value, recognition }: AnalysedPart, path: Path, key: string): unknown {
  const shape = recognition && shapeOf(recognition.kind, value);
  const schema = shape && schemaAt(shape.schema, value, path)?.properties?.[key];
  return schema ? plainValue(schema, shape.schema) : null;
}

// At the object's end, on a line of its own where its other properties are.
function added(part: Part, object: JsonNode, key: string, value: unknown): TextChange[] {
  if (object.type !== 'object') return [];
  const last = object.children?.at(-1);
  const start = last ? last.offset + last.length : object.offset + 1;
  const end = last ? start : object.offset + object.length - 1;
  const before = part.text.slice(object.offset, last?.offset ?? start);
  const isInline = part.oneLine || (last !== undefined && !before.includes('\n'));
  const indent = last ? indentAt(part, last.offset) : indentAt(part, object.offset) + unitOf(part);
  const property = `${JSON.stringify(key)}: ${written(part, last?.offset ?? object.offset, value, isInline, indent)}`;
  if (isInline) return [replaced(part, { start, end }, last ? `, ${property}` : property)];
  const closing = last ? '' : `\n${indentAt(part, object.offset)}`;
  return [replaced(part, { start, end }, `${last ? ',' : ''}\n${indent}${property}${closing}`)];
}

function written(part: Part, offset: number, value: unknown, isInline = part.oneLine, indent = indentAt(part, offset)) {
  if (isInline) return onOneLine(JSON.stringify(value));
  return JSON.stringify(value, undefined, unitOf(part)).replaceAll('\n', `\n${indent}`);
}

function replaced(part: Part, span: Span, text: string): TextChange {
  return { range: rangeOf(part, span), text: part.encode(text) };
}

function spanOf({ offset, length }: JsonNode): Span {
  return { start: offset, end: offset + length };
}
