import { modify } from 'jsonc-parser';
import { shapeOf } from '../analysis/recognise';
import type { AnalysedPart } from '../model/analysis';
import type { Part } from '../model/part';
import type { FixPlan } from '../model/rule';
import type { TextChange } from '../model/text';
import { rangeOf } from '../parts/place';
import { schemaAt } from '../slots/effective';
import { plainValue } from '../slots/plainValue';
import { jsonTree, keyNodeAt } from '../text/json';
import { onOneLine } from './formatting';
import { unitOf } from './indentation';

/** The changes that carry out a fix. None where the text has changed so that the fix's place is gone. */
export function fixEdits({ part, value, recognition }: AnalysedPart, fix: FixPlan): TextChange[] {
  if (fix.do === 'rename') return renamed(part, fix);
  if (fix.do === 'remove') return modified(part, [...fix.path], undefined);
  if (fix.do === 'set') return modified(part, [...fix.path], fix.value);
  const kind = recognition && shapeOf(recognition.kind, value);
  const schema = kind && schemaAt(kind.schema, value, fix.path)?.properties?.[fix.key];
  const added = fix.value ?? (schema && kind ? plainValue(schema, kind.schema) : null);
  return modified(part, [...fix.path, fix.key], added);
}

function renamed(part: Part, { path, to }: Extract<FixPlan, { do: 'rename' }>): TextChange[] {
  const root = jsonTree(part.text);
  const key = root && keyNodeAt(root, path);
  if (!key) return [];
  return [{ range: rangeOf(part, { start: key.offset, end: key.offset + key.length }), text: JSON.stringify(to) }];
}

function modified(part: Part, path: (string | number)[], value: unknown): TextChange[] {
  const unit = unitOf(part.text);
  const formattingOptions = { insertSpaces: !unit.startsWith('\t'), tabSize: unit.length, eol: '\n' };
  return modify(part.text, path, value, part.oneLine ? {} : { formattingOptions }).map(
    ({ offset, length, content }) => ({
      range: rangeOf(part, { start: offset, end: offset + length }),
      text: part.oneLine ? spaced(content) : part.encode(content),
    }),
  );
}

// In a log what is added looks like what stands there.
function spaced(content: string): string {
  return content.startsWith(',')
    ? `, ${onOneLine(content.slice(1))}`
    : onOneLine(content).trimEnd() + (content.endsWith(',') ? ' ' : '');
}
