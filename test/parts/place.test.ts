import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Part } from '../../server/src/model/part';
import type { SourceFile } from '../../server/src/model/text';
import { offsetAt, partAt, positionAt } from '../../server/src/parts/place';
import { split } from '../../server/src/parts/split';
import { fileOf } from '../kit/analysed';
import { json, nearlyJson } from '../kit/arbitraries';

/** What a fenced block may stand in, from the outside in. */
const container = fc.constantFrom('> ', '- ', '* ', '1. ', '12) ');
const fence = fc.constantFrom('```', '~~~', '````');
const block = fc.record({
  inside: fc.array(container, { maxLength: 4 }),
  fence,
  indent: fc.integer({ min: 0, max: 3 }),
  value: json,
});

type Block = typeof block extends fc.Arbitrary<infer T> ? T : never;

/** A block as Markdown writes it: list markers stand once, quote marks before every line. */
function written({ inside, fence, indent, value }: Block): string[] {
  const body = JSON.stringify(value, null, 2).split('\n');
  const lines = [`${fence}json`, ...body, fence].map(line => ' '.repeat(indent) + line);
  const first = inside.join('');
  const rest = inside.map(mark => (mark.startsWith('>') ? mark : ' '.repeat(mark.length))).join('');
  return lines.map((line, index) => (index === 0 ? first : rest) + line);
}

test('a block reads as its JSON wherever it stands, and each place leads back', () => {
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 3 }), fc.constantFrom('\n', '\r\n'), (blocks, eol) => {
      const text = blocks.flatMap(one => ['', 'Text.', '', ...written(one), '']).join(eol);
      const file = fileOf('a.md', text);
      const parts = split(file);
      expect(parts.map(part => JSON.stringify(JSON.parse(part.text)))).toEqual(
        blocks.map(({ value }) => JSON.stringify(JSON.parse(JSON.stringify(value)))),
      );
      for (const part of parts) expectRoundTrip(part, parts, file);
    }),
    { numRuns: 100 },
  );
});

test.each(['a.json', 'a.jsonc', 'a.jsonl', 'a.md'])('any text as %s: each place leads back', name => {
  fc.assert(
    fc.property(
      fc.oneof(
        nearlyJson,
        fc.tuple(nearlyJson, nearlyJson).map(two => `\uFEFF[{${two.join('},{')}}]`),
      ),
      text => {
        const file = fileOf(name, text);
        const parts = split(file);
        for (const part of parts) expectRoundTrip(part, parts, file);
      },
    ),
    { numRuns: 100 },
  );
});

function expectRoundTrip(part: Part, parts: readonly Part[], file: SourceFile): void {
  const lost = Array.from({ length: part.text.length + 1 }, (_, offset) => offset).filter(offset => {
    const position = positionAt(part, offset);
    const line = file.lines[position.line] ?? '';
    const char = part.text[offset];
    const isThere =
      char === '\n' ? position.character === line.length : (char ?? '') === (line[position.character] ?? '');
    // At the border of two parts that touch, either may be meant.
    const found = partAt(parts, position);
    const ends = char === undefined;
    return !(
      (isThere || ends) &&
      offsetAt(part, position) === offset &&
      found &&
      offsetAt(found, position) !== undefined
    );
  });
  expect(lost).toEqual([]);
}
