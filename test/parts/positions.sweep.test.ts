import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitIntoParts } from '../../server/src/parts/splitIntoParts';
import { sixteenth } from '../kit/amount';
import { memoryFile } from '../kit/analyseText';
import { json } from '../kit/arbitraries';
import { expectRoundTrip } from './roundTrip';

/** The containers that a fenced block may be nested in, from the outside in. */
const container = fc.constantFrom('> ', '- ', '* ', '1. ', '12) ');
const fence = fc.constantFrom('```', '~~~', '````');
const block = fc.record({
  inside: fc.array(container, { maxLength: 4 }),
  fence,
  indent: fc.integer({ min: 0, max: 3 }),
  value: json,
});

type Block = typeof block extends fc.Arbitrary<infer T> ? T : never;

/** A block as Markdown: with each list marker once, and quote marks before every line. */
function written({ inside, fence, indent, value }: Block): string[] {
  const body = JSON.stringify(value, null, 2).split('\n');
  const lines = [`${fence}json`, ...body, fence].map(line => ' '.repeat(indent) + line);
  const first = inside.join('');
  const rest = inside.map(mark => (mark.startsWith('>') ? mark : ' '.repeat(mark.length))).join('');
  return lines.map((line, index) => (index === 0 ? first : rest) + line);
}

test('a block parses as its JSON anywhere in a document, and each position maps back to its offset', () => {
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 3 }), fc.constantFrom('\n', '\r\n'), (blocks, eol) => {
      const text = blocks.flatMap(one => ['', 'Text.', '', ...written(one), '']).join(eol);
      const file = memoryFile('a.md', text);
      const parts = splitIntoParts(file);
      expect(parts.map(part => JSON.stringify(JSON.parse(part.text)))).toEqual(
        blocks.map(({ value }) => JSON.stringify(JSON.parse(JSON.stringify(value)))),
      );
      for (const part of parts) expectRoundTrip(part, parts, file);
    }),
    { numRuns: sixteenth(100) },
  );
});
