import fc from 'fast-check';
import { createScanner } from 'jsonc-parser';
import { expect, test } from 'vitest';
import {
  endOfString,
  endOfToken,
  endOfValue,
  endsInString,
  nextBracket,
  rootObjects,
  skipTrivia,
} from '../../../server/src/text/json/jsonScanner';
import { jsonSpans } from '../../../server/src/text/json/jsonSpans';
import { sixteenth } from '../../kit/amount';
import { inMegabytesParsed } from '../../kit/timing';

// Token kinds of jsonc-parser, whose enum has no values at run time.
const STRING = 10;
const END_OF_FILE = 17;

const PIECES = [...'"\\\n{}[],: a1/', '\\"', '//', '/*', '*/', 'x'.repeat(30)];
const malformed = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map(pieces => pieces.join(''));

test('strings end where jsonc-parser ends them, closed or not', () => {
  fc.assert(
    fc.property(malformed, text => {
      const scanner = createScanner(text);
      for (let kind = scanner.scan(); kind !== END_OF_FILE; kind = scanner.scan()) {
        if (kind !== STRING) continue;
        const start = scanner.getTokenOffset();
        expect(endOfString(text, start)).toBe(start + scanner.getTokenLength());
      }
    }),
    { numRuns: sixteenth(2000) },
  );
});

test('every scan of malformed text goes forward and ends within it', () => {
  fc.assert(
    fc.property(malformed, text => {
      for (let at = 0; at < text.length; at++) {
        expect(endOfToken(text, at)).toBeGreaterThan(at);
        expect(endOfToken(text, at)).toBeLessThanOrEqual(text.length);
        expect(endOfValue(text, at)).toBeLessThanOrEqual(text.length);
      }
      endsInString(text);
    }),
  );
});

test('a value that JSON.parse reads ends where its text does, and has as many brackets', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(0, 2), (json, indent) => {
      const value: unknown = JSON.parse(json);
      const text = ` ${JSON.stringify(value, null, indent)} `;
      expect(endOfValue(text, skipTrivia(text, 0))).toBe(text.length - 1);
      expect(endsInString(text)).toBe(false);
      let brackets = 0;
      for (let at = nextBracket(text, 0); at < text.length; at = nextBracket(text, at + 1)) brackets++;
      expect(brackets).toBe(
        JSON.stringify(value, (_, one) => (typeof one === 'string' ? '' : one))
          .replace(KEYS, '')
          .replace(/[^[\]{}]/g, '').length,
      );
    }),
  );
});

// What is left after keys are taken out: no bracket of theirs counts.
const KEYS = /"(?:[^"\\]|\\.)*"/g;

test('an unclosed string is the same to the elements of a root array and to the spans of values', () => {
  const text = '[\n{"a": "torn},\n{"b": 1}\n]';
  expect(rootObjects(text).map(({ start, end }) => text.slice(start, end))).toEqual(['{"a": "torn}', '{"b": 1}']);
  const object = '{"a": "torn,\n"b": 1}';
  const span = jsonSpans(object).at(['b']);
  expect(span && object.slice(span.start, span.end)).toBe('1');
});

test('a text costs as much again when it is read once more, as another string of the same characters', () => {
  const json = JSON.stringify(
    Array.from({ length: 12_000 }, (_, index) => ({ id: `id-${index}`, text: 'some words' })),
  );
  // One string each: two of the same characters, which the engine can only compare by reading both.
  const [first, second] = [Buffer.from(json).toString(), Buffer.from(json).toString()];
  const time = (text: string) => {
    const started = performance.now();
    for (let at = 0; at < text.length; ) at = endOfToken(text, at);
    return performance.now() - started;
  };
  time(first);
  const known = time(first);
  expect(time(second)).toBeLessThan(20 * known);
});

test('strings that are not closed cost no more than their text', () => {
  const text = '\\"\n'.repeat(300_000);
  const scan = () => {
    for (let at = 0; at < text.length; ) at = endOfToken(text, at);
  };
  expect(inMegabytesParsed(1, scan)).toBeLessThan(500);
});
