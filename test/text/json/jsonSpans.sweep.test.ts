import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Path } from '../../../server/src/model/text';
import { jsonSpans } from '../../../server/src/text/json/jsonSpans';
import { jsonTree, nodeAt } from '../../../server/src/text/json/parseJson';
import { sixteenth } from '../../kit/amount';
import { json } from '../../kit/arbitraries';
import { inMegabytesParsed } from '../../kit/timing';

const laidOut: fc.Arbitrary<string> = fc
  .tuple(json, fc.constantFrom(undefined, 1, 2))
  .map(([value, indent]) => JSON.stringify(value, undefined, indent));

describe('values found by the tokens around them', () => {
  test('are those that a tree of the whole has', () => {
    fc.assert(
      fc.property(laidOut, text => {
        const spans = jsonSpans(text);
        const root = jsonTree(text);
        for (const path of pathsIn(JSON.parse(text))) {
          const node = root && nodeAt(root, path);
          expect(spans.at(path)).toEqual(node && { start: node.offset, end: node.offset + node.length });
          if (node) expect(spans.pathAt(node.offset)).toEqual(path);
        }
      }),
      { numRuns: sixteenth(100) },
    );
  });

  test('two megabytes in one text are passed over', () => {
    const text = `{"long": ${JSON.stringify('x"\\'.repeat(400_000))}, "after": 1}`;
    expect(jsonSpans(text).at(['after'])).toEqual({ start: text.length - 2, end: text.length - 1 });
    expect(inMegabytesParsed(2, () => jsonSpans(text).at(['after']))).toBeLessThan(50);
  });
});

function pathsIn(value: unknown): Path[] {
  if (typeof value !== 'object' || value === null) return [[]];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.map((one, index): [number, unknown] => [index, one])
    : Object.entries(value);
  return [[], ...entries.flatMap(([name, one]) => pathsIn(one).map((path): Path => [name, ...path]))];
}
