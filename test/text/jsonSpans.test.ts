import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Path } from '../../server/src/model/text';
import { jsonTree, nodeAt } from '../../server/src/text/json';
import { jsonSpans } from '../../server/src/text/jsonSpans';
import { json, nearlyJson } from '../kit/arbitraries';
import { fastest } from '../kit/fastest';

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
      { numRuns: 100 },
    );
  });

  test('what is no JSON breaks nothing', () => {
    fc.assert(
      fc.property(nearlyJson, fc.nat(100), (text, offset) => {
        const spans = jsonSpans(text);
        const path = spans.pathAt(offset);
        expect(Array.isArray(path)).toBe(true);
        const members = spans.members([]);
        for (let index = 0; index < (members?.count ?? 0); index++) {
          const { start, end } = members?.value(index) ?? { start: 0, end: 0 };
          expect(start).toBeLessThan(end);
          expect(end).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: 150 },
    );
  });

  test.each<[string, Path, string | undefined]>([
    ['{"a": 1, "a": 2}', ['a'], '2'],
    ['{"\\u0061": "x"}', ['a'], '"x"'],
    ['[1, 2]', ['1'], '2'],
    ['[1, 2]', [''], undefined],
    ['[1, 2]', [2], undefined],
    ['[1, 2]', ['length'], undefined],
    ['{"a": [1, {"b": "}\\"]"}]}', ['a', 1, 'b'], '"}\\"]"'],
    ['// note\n{ /* x */ "a" /* : */ : // y\n 1 }', ['a'], '1'],
    ['{"a": {"b": 1', ['a', 'b'], '1'],
    ['{"a": , "b": 2}', ['b'], '2'],
    ['{"constructor": 1}', ['toString'], undefined],
    ['', [], undefined],
    ['  7 ', [], '7'],
  ])('%s at %j', (text, path, found) => {
    const span = jsonSpans(text).at(path);
    expect(span && text.slice(span.start, span.end)).toBe(found);
  });

  test.each<[string, (string | number)[]]>([
    ['{"a": {"^b": 1}}', ['a', 'b']],
    ['{"^a": {"b": 1}}', ['a']],
    ['{"a": ^{"b": 1}}', ['a']],
    ['{"a": [1, ^2]}', ['a', 1]],
    ['{"a": 1^, "b": 2}', []],
    ['^{"a": 1}', []],
  ])('an offset in %s', (marked, path) => {
    expect(jsonSpans(marked.replace('^', '')).pathAt(marked.indexOf('^'))).toEqual(path);
  });

  test('two megabytes in one text are passed over', () => {
    const text = `{"long": ${JSON.stringify('x"\\'.repeat(400_000))}, "after": 1}`;
    expect(jsonSpans(text).at(['after'])).toEqual({ start: text.length - 2, end: text.length - 1 });
    expect(fastest(2, () => jsonSpans(text).at(['after']))).toBeLessThan(1000);
  });
});

function pathsIn(value: unknown): Path[] {
  if (typeof value !== 'object' || value === null) return [[]];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.map((one, index): [number, unknown] => [index, one])
    : Object.entries(value);
  return [[], ...entries.flatMap(([name, one]) => pathsIn(one).map((path): Path => [name, ...path]))];
}
