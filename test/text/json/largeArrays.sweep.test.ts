import fc from 'fast-check';
import { getNodePath, parseTree } from 'jsonc-parser';
import { describe, expect, test } from 'vitest';
import type { Span } from '../../../server/src/model/text';
import { runSteps } from '../../../server/src/shared/workInSteps';
import { arrayObjects, rootObjects } from '../../../server/src/text/json/jsonScanner';
import { editedArrays, elementAt, LARGE_TEXT, largeArrays, shellText } from '../../../server/src/text/json/largeArrays';
import { knownElements, parseLargeJson } from '../../../server/src/text/json/largeJson';
import {
  faultAround,
  type JsonNode,
  largeJsonTree,
  nodeAt,
  nodeValue,
  parseJson,
  parsePiece,
} from '../../../server/src/text/json/parseJson';
import { sixteenth } from '../../kit/amount';
import { inMegabytesParsed } from '../../kit/timing';

const event = (index: number) => ({ n: index, nested: { list: [{ a: 1 }, { b: '{[' }] }, text: 'x'.repeat(600) });
const many = Array.from({ length: 120 }, (_, index) => event(index));

describe('the large arrays of a text', () => {
  test.each([
    ['of one member', { status: 'ok', trace: many, last: [] }, [['trace']]],
    ['of several members', { a: many, b: { c: many } }, [['a'], ['b', 'c']]],
    ['in the only element of a list', { spans: [{ scope: [{ spans: many }] }] }, [['spans', 0, 'scope', 0, 'spans']]],
    ['not in a root array', many, []],
    ['not of scalars', { a: many.map(({ n }) => n), b: 'x'.repeat(LARGE_TEXT) }, []],
    ['not of a mixed list', { a: [...many, 1] }, []],
    ['not of a short text', { a: many.map(({ n }) => ({ n })) }, []],
  ])('%s', (_, value, paths) => {
    for (const indent of [0, 1, 2]) {
      const text = JSON.stringify(value, null, indent);
      const arrays = runSteps(largeArrays(text)) ?? [];
      expect(arrays.map(({ path }) => path)).toEqual(paths);
      for (const { starts, ends } of arrays) {
        const elements = Array.from(starts, (start, at) => JSON.parse(text.slice(start, ends[at])));
        expect(elements).toEqual(many);
      }
    }
  });

  test.each([
    ['a key twice', (text: string) => text.replace('"status"', '"trace":[],"status"')],
    ['a comma too many', (text: string) => text.replace(/\}\]\}$/, '},]}')],
    ['a comma missing', (text: string) => text.replace('},{"n":1,', '}{"n":1,')],
    ['a comment between elements', (text: string) => text.replace('},{"n":1,', '},/* */{"n":1,')],
    ['text behind its end', (text: string) => `${text} 1`],
    ['no end', (text: string) => text.slice(0, -2)],
  ])('are none in a text with %s', (_, spoil) => {
    const text = JSON.stringify({ status: 'ok', trace: many });
    expect(runSteps(largeArrays(text))).toHaveLength(1);
    expect(runSteps(largeArrays(spoil(text))) ?? []).toEqual([]);
  });

  test('are the same when their scan takes several steps', () => {
    const text = JSON.stringify(Array.from({ length: 4000 }, (_, index) => event(index)));
    const steps = largeArrays(`{"trace":${text}}`);
    let count = 0;
    let step = steps.next();
    for (; !step.done; step = steps.next()) count++;
    expect(count).toBeGreaterThan(1);
    const starts = arrayObjects(text, 0).spans.map(({ start }) => start + '{"trace":'.length);
    expect(Array.from(step.value?.[0]?.starts ?? [])).toEqual(starts);
  });

  test('leave a shell', () => {
    const text = JSON.stringify({ a: many, b: { c: many } });
    expect(shellText(text, runSteps(largeArrays(text)) ?? [])).toBe('{"a":[],"b":{"c":[]}}');
  });

  test('are found by offset', () => {
    const text = JSON.stringify({ trace: many });
    const [array] = runSteps(largeArrays(text)) ?? [];
    const second = text.indexOf('{"n":1,');
    expect(array && [second - 1, second, second + 30].map(at => elementAt(array, at))).toEqual([0, 1, 1]);
    expect(array && [0, text.length].map(at => elementAt(array, at))).toEqual([undefined, undefined]);
  });
});

const bit = fc.oneof(
  fc.constantFrom('"', '{', '}', '[', ']', ',', ':', '\\', '\n', 'x', '', '},{', '{}', ',{"n":1}', '//', '/*', ' '),
  fc.constant(JSON.stringify(event(7))),
);

test('after an edit are those of a new scan', () => {
  let kept = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(0, 1),
      fc.array(fc.record({ at: fc.nat(), length: fc.oneof(fc.nat(3), fc.nat(1500)), bit }), { maxLength: 6 }),
      (indent, edits) => {
        let text = JSON.stringify({ status: 'ok', trace: many, other: { more: many.slice(0, 70) } }, null, indent);
        let arrays = runSteps(largeArrays(text)) ?? [];
        for (const { at, length, bit } of edits) {
          const start = at % text.length;
          const endBefore = Math.min(text.length, start + length);
          text = text.slice(0, start) + bit + text.slice(endBefore);
          const edited = editedArrays(arrays, span => text.slice(span.start, span.end), {
            start,
            endBefore,
            end: start + bit.length,
          });
          const anew = runSteps(largeArrays(text)) ?? [];
          if (edited) expect(edited.arrays).toEqual(anew);
          if (edited) kept++;
          arrays = anew;
        }
      },
    ),
    { numRuns: sixteenth(300) },
  );
  expect(kept).toBeGreaterThan(sixteenth(100));
});

test('the syntax error around objects is that of a whole parse', () => {
  let faulty = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(0, 1),
      fc.array(fc.record({ at: fc.nat(), length: fc.nat(3), bit }), { minLength: 1, maxLength: 4 }),
      (indent, edits) => {
        let text = JSON.stringify(many.slice(0, 6), null, indent);
        for (const { at, length, bit } of edits) {
          // Mostly around the objects.
          const near = at % 2 === 0 ? text.indexOf('{"n"', at % text.length) : at % text.length;
          const start = Math.max(0, near - (at % 3));
          text = text.slice(0, start) + bit + text.slice(start + length);
        }
        const objects = rootObjects(text);
        if (objects.length === 0) return;
        const firstBroken = objects.findIndex(({ start, end }) => parseJson(text.slice(start, end), 'json').fault);
        const { fault } = parseJson(text, 'json');
        if (fault) faulty++;
        expect(faultAround(text, { objects, firstBroken }, 'json')).toEqual(fault);
      },
    ),
    { numRuns: sixteenth(4000) },
  );
  expect(faulty).toBeGreaterThan(sixteenth(1000));
});

describe('a text that is no JSON around its large arrays', () => {
  const value = { status: 'ok', trace: many, other: [{ more: many.slice(0, 70), last: [1] }], end: { of: 1 } };
  const spoiled = fc.constantFrom<(text: string) => string>(
    text => text.replace('{', '{x'),
    text => text.slice(0, -2),
    text => text.replace(/,(\s*)"other"/, '$1"other"'),
    text => text.replace(/\{(\s*)"n": ?50,/, 'x$&'),
    text => text.replace(/,(\s*)\{(\s*)"n": ?50,/, '$1{$2"n":50,'),
    text => text.replace(/\{(\s*)"of"/, '"of"'),
    text => text.replace(/"last": ?\[/, '"last":'),
  );

  test('is read like any other text, without a tree of all', () => {
    fc.assert(
      fc.property(fc.constantFrom(0, 2), fc.uniqueArray(spoiled, { minLength: 1, maxLength: 3 }), (indent, spoils) => {
        const text = spoils.reduce((read, spoil) => spoil(read), JSON.stringify(value, null, indent));
        const json = parsed(text);
        expect(json?.isBroken).toBe(true);
        expect(json?.parsed).toEqual(parseJson(text, 'json'));
      }),
      { numRuns: sixteenth(600) },
    );
  });

  test.each([
    ['deep nesting', '[{"a":'.repeat(20_000)],
    ['many arrays', `{x${Array.from({ length: 2000 }, (_, at) => `"k${at}":[${'{},'.repeat(80)}{}]`).join(',')}}`],
  ])('of %s takes no long', (_, text) => {
    expect(inMegabytesParsed(1, () => parsed(text))).toBeLessThan(60);
  });

  test('keeps its elements when something else is edited', () => {
    const text = JSON.stringify(value);
    const before = parsed(text);
    const edit = { start: 1, endBefore: 1, end: 2 };
    const broken = parsed(`{x${text.slice(1)}`, before && knownElements(before, edit));
    expect(broken?.parsed.fault).toBeDefined();
    const again = broken && { start: 1, endBefore: 2, end: 1 };
    const after = parsed(text, broken && again && knownElements(broken, again));
    expect(after?.parsed).toEqual(before?.parsed);
    for (const json of [broken, after])
      for (const [index, elements] of (json?.elements ?? []).entries())
        expect(elements.every((one, at) => one === before?.elements[index]?.[at])).toBe(true);
  });

  function parsed(text: string, known?: ReturnType<typeof knownElements>) {
    const slice = ({ start, end }: Span) => text.slice(start, end);
    return runSteps(parseLargeJson(text, slice, { lang: 'json', parse: JSON.parse, known }));
  }
});

describe('the tree of a text with large arrays', () => {
  const value = { status: 'ok "so"', trace: many, other: [{ more: many.slice(0, 70), last: [true, null, 1] }], end: 1 };

  test.each([0, 1, 2])('is that of its parser, indented by %i', indent => {
    const text = JSON.stringify(value, null, indent);
    const tree = largeTree(text);
    expect(plain(tree)).toEqual(plain(parseTree(text) as JsonNode));
    const node = nodeAt(tree, ['trace', 100, 'nested', 'list', 1, 'b']);
    expect(node && getNodePath(node)).toEqual(['trace', 100, 'nested', 'list', 1, 'b']);
  });

  test('has a broken element as far as it can be read', () => {
    const text = JSON.stringify(value).replace('"n":100,', '"n":,');
    const tree = largeTree(text);
    expect(nodeValue(tree)).toEqual({
      ...value,
      trace: many.map(one => (one.n === 100 ? { nested: one.nested, text: one.text } : one)),
    });
  });
});

function largeTree(text: string): JsonNode {
  const arrays = runSteps(largeArrays(text)) ?? [];
  const slice = ({ start, end }: { start: number; end: number }) => text.slice(start, end);
  const tree = largeJsonTree({ arrays, shell: shellText(text, arrays), slice }, parsePiece);
  if (arrays.length === 0 || !tree) throw new Error('The text has no large arrays.');
  return tree;
}

function plain({ type, value, offset, length, colonOffset, children }: JsonNode): unknown {
  return { type, value, offset, length, colonOffset, children: children?.map(plain) };
}
