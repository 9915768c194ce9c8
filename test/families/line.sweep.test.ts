import fc from 'fast-check';
import { expect, test } from 'vitest';
import { identifier, shortLine } from '../../server/src/families/drafts/createDraft';
import { sixteenth } from '../kit/amount';

// What begins with a blank is not read by its first characters alone.
const SLOWLY = '\u00a0';

test('a text is the same line, whatever way it is read', () => {
  const character = fc.constantFrom(
    ...'ab.…\u00e9\u00b7\u00ad\u061c\u0085\u1680\u200b\u202e\u3000\u{1f600}\ud800~!\n'.split(''),
  );
  const word = fc.oneof(
    fc.string({ unit: character, minLength: 1, maxLength: 4 }),
    fc.integer({ min: 1, max: 80 }).map(length => 'x'.repeat(length)),
  );
  const text = fc
    .tuple(fc.array(word, { maxLength: 9 }), fc.constantFrom('', ' '))
    .map(([words, end]) => words.join(' ') + end);
  const property = fc.property(text, text => {
    expect(shortLine(text)).toBe(shortLine(SLOWLY + text));
    expect(shortLine(text)?.length ?? 0).toBeLessThanOrEqual(72);
    expect(shortLine(text) ?? '').not.toMatch(/[\p{Cc}\p{Cs}\p{Bidi_Control}]/u);
    if (text.length < 240) expect(identifier(text)).toBe(identifier(SLOWLY + text));
  });
  fc.assert(property, { numRuns: sixteenth(1000) });
});
