import type { AnalysedPart, Problem } from '../../model/analysis';
import type { Path, SourceFile, TextChange } from '../../model/text';
import { partTree } from '../../parts/partTree';
import { rangeOf } from '../../parts/positions';
import { minimalValue } from '../../slots/minimalValue';
import { escapeSnippet, propertySnippets } from '../../slots/schemaSnippet';
import type { ValueGenerator } from '../../slots/valueGenerator';
import { nodeAt } from '../../text/json/parseJson';
import { comparePositions } from '../../text/lines';
import { toOneLine } from '../formatting/formatting';
import { indentUnit } from '../formatting/indentation';
import { schemaAtPath } from './fixEdits';
import { isOnOneLine, memberEdits } from './memberEdits';

/** The missing properties of an object, with the problems that report them. */
export interface IncompleteObject {
  path: Path;
  keys: string[];
  problems: Problem[];
}

/** The incomplete objects that these problems report. */
export function incompleteObjects(problems: readonly Problem[]): IncompleteObject[] {
  const lacks = new Map<string, IncompleteObject>();
  for (const problem of problems) {
    for (const fix of problem.fixes) {
      if (fix.do !== 'add' || fix.key !== problem.missing) continue;
      const id = JSON.stringify(fix.path);
      const lack = lacks.get(id) ?? { path: fix.path, keys: [], problems: [] };
      lacks.set(id, { ...lack, keys: [...lack.keys, fix.key], problems: [...lack.problems, problem] });
    }
  }
  return [...lacks.values()];
}

/**
 * The edits that add the missing properties to an object, in the protocol's order, with all that their values require.
 * In a snippet, each value that only the author knows has a tab stop; otherwise values are as simple as possible.
 */
export function missingProperties(
  analysed: AnalysedPart,
  file: SourceFile,
  { path, keys }: Pick<IncompleteObject, 'path' | 'keys'>,
  { generateValue, asSnippet }: { generateValue: ValueGenerator; asSnippet: boolean },
): TextChange[] {
  const { part } = analysed;
  const tree = partTree(part);
  const object = tree && nodeAt(tree, path);
  const { root, schema } = schemaAtPath(analysed, path);
  if (object?.type !== 'object' || !root || !schema) return [];
  const order = Object.keys(schema.properties ?? {});
  const oneLine = isOnOneLine(part, object);
  const unit = indentUnit(part);
  const members = keys
    .toSorted((one, two) => order.indexOf(one) - order.indexOf(two))
    .map(key => [key, schema.properties?.[key] ?? {}] as const);
  const texts = asSnippet
    ? propertySnippets(members, root, { oneLine, generateValue }).map(body =>
        body.replace(/^\t+/gm, tabs => unit.repeat(tabs.length)),
      )
    : members.map(([key, property]) => {
        const value = JSON.stringify(minimalValue(property, root, generateValue), undefined, unit);
        return `${JSON.stringify(key)}: ${oneLine ? toOneLine(value) : value}`;
      });
  const written = members.map(([name], index) => ({ name, text: texts[index] ?? '' }));
  const edits = memberEdits(part, object, written, order).map(({ at, text }) => ({
    range: rangeOf(part, at),
    text: part.encode(text),
  }));
  return asSnippet ? fromTheMargin(edits, file) : edits;
}

// An editor may indent a snippet's lines like its first line; a snippet at the margin is left alone. Two edits on one
// line are merged.
function fromTheMargin(edits: readonly TextChange[], { lines }: SourceFile): TextChange[] {
  const result: TextChange[] = [];
  for (const { range, text } of edits.toSorted((one, two) => comparePositions(one.range.start, two.range.start))) {
    const { line, character } = range.start;
    const before = result.at(-1);
    const isNear = before?.range.end.line === line;
    const from = isNear ? before.range.end.character : 0;
    const between = escapeSnippet((lines[line] ?? '').slice(from, character));
    if (isNear)
      result.splice(-1, 1, {
        range: { start: before.range.start, end: range.end },
        text: before.text + between + text,
      });
    else if (text.includes('\n'))
      result.push({ range: { start: { line, character: 0 }, end: range.end }, text: between + text });
    else result.push({ range, text });
  }
  return result;
}
