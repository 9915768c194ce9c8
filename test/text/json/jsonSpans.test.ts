import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Path } from '../../../server/src/model/text';
import { jsonSpans, pathIntoStrings, spanOnWay, textAtPath } from '../../../server/src/text/json/jsonSpans';
import { nearlyJson } from '../../kit/arbitraries';
import { inMegabytesParsed } from '../../kit/timing';

describe('values found by the tokens around them', () => {
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

  test.each([
    ['closed', '"x"', ']}'],
    ['unclosed', '"x"', ''],
  ])('what lies deep in a %s text is found once through it', (_, value, closing) => {
    const depth = 8000;
    const text = '{"a": ['.repeat(depth) + value + closing.repeat(depth);
    const path = Array.from({ length: depth }, () => ['a', 0]).flat();
    const span = jsonSpans(text).at(path);
    expect(span && text.slice(span.start, span.end)).toBe(value);
    expect(inMegabytesParsed(2, () => jsonSpans(text).at(path))).toBeLessThan(50);
  });
});

describe('a path into JSON in a string', () => {
  const text = JSON.stringify({ a: [{ b: JSON.stringify([{ c: 'x' }, JSON.stringify({ d: '[1' })]) }], n: 1 });

  test.each<[Path, string | undefined, boolean]>([
    [['a', 0, 'b', 0], '{"c":"x"}', true],
    [['a', 0, 'b', 0, 'c'], '"x"', true],
    [['a', 0, 'b', 1, 'd'], '"[1"', true],
    [['a', 0, 'b', 1, 'd', 0], '1', true],
    [['a', 0, 'b', 2], undefined, true],
    [['a', 0, 'b', 0, 'c', 0], undefined, true],
    [['a', 1], undefined, false],
    [['n', 0], undefined, false],
  ])('%j', (path, found, isInString) => {
    const spans = jsonSpans(text);
    expect(textAtPath(text, path)).toBe(found);
    expect(spanOnWay(text, path, spans)).toEqual(isInString ? spans.at(['a', 0, 'b']) : undefined);
  });

  test('at each offset of a text, the path that is there', () => {
    const rows = JSON.stringify([{ t: 'a\u0001"' }, [7]]);
    const escaped = JSON.stringify({ n: 'x', rows });
    const spans = jsonSpans(escaped);
    const at = (mark: string) => pathIntoStrings(escaped, escaped.indexOf(mark) + 1, spans);
    expect(at('"x"')).toEqual(['n']);
    expect(at('[{')).toEqual(['rows', 0]);
    expect(['a', '\\\\', 'u0001', '0001'].map(at)).toEqual(Array.from({ length: 4 }, () => ['rows', 0, 't']));
    expect(at('[7')).toEqual(['rows', 1, 0]);
    expect(at('7]]')).toEqual(['rows', 1]);
  });

  test('a string that is none', () => {
    expect(textAtPath('{"a": "\\x"}', ['a', 0])).toBeUndefined();
    expect(textAtPath('{"a": "', ['a', 0])).toBeUndefined();
  });
});
