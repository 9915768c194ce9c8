import fc from 'fast-check';

/** Any character of Unicode, for `fc.string({ unit })`: the unit `binary` is the same, but takes a second to be made. */
export const anyCharacter: fc.Arbitrary<string> = fc
  .oneof(fc.nat(0x7f), fc.nat(0x10_ffff))
  // Halves of a pair are none.
  .filter(point => point < 0xd800 || point > 0xdfff)
  .map(
    point => String.fromCodePoint(point),
    text => codePointOf(text),
  );

/** So that fast-check can try names such as `__proto__`, too. */
function codePointOf(text: unknown): number {
  const point = typeof text === 'string' ? text.codePointAt(0) : undefined;
  if (point === undefined || text !== String.fromCodePoint(point)) throw new Error('not one character');
  return point;
}
