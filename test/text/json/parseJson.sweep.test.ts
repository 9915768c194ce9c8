import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonLocationAt, jsonTree, nodeValue, parseJson } from '../../../server/src/text/json/parseJson';
import { sixteenth } from '../../kit/amount';
import { nearlyJson } from '../../kit/arbitraries';
import { isJson } from '../../kit/isJson';

describe('any text', () => {
  test('is read without a throw, and has a fault exactly when it is no JSON', () => {
    fc.assert(
      fc.property(nearlyJson, text => {
        const { value, fault } = parseJson(text, 'json');
        expect(fault === undefined).toBe(isJson(text));
        if (!fault) expect(value).toEqual(JSON.parse(text));
        else expect(isInside(fault.span, text)).toBe(true);
        parseJson(text, 'jsonc');
      }),
      { numRuns: sixteenth(500) },
    );
  });

  test('has a tree and places as far as it goes', () => {
    fc.assert(
      fc.property(nearlyJson, fc.nat(), (text, at) => {
        const tree = jsonTree(text);
        if (tree) nodeValue(tree);
        const token = jsonLocationAt(text, at % (text.length + 1))?.token;
        if (token) expect(isInside(token, text)).toBe(true);
      }),
      { numRuns: sixteenth(500) },
    );
  });
});

function isInside({ start, end }: { start: number; end: number }, text: string): boolean {
  return start >= 0 && start <= end && end <= Math.max(1, text.length);
}
