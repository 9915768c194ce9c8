import { expect } from 'vitest';
import type { Part, TextFile } from '../../server/src/model/text';
import { offsetAt, partAt, positionAt } from '../../server/src/parts/positions';

export function expectRoundTrip(part: Part, parts: readonly Part[], file: TextFile): void {
  const lost = Array.from({ length: part.text.length + 1 }, (_, offset) => offset).filter(offset => {
    const position = positionAt(part, offset);
    const line = file.lines[position.line] ?? '';
    const char = part.text[offset];
    const isThere =
      char === '\n' ? position.character === line.length : (char ?? '') === (line[position.character] ?? '');
    // At the boundary of two adjacent parts, either is correct.
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
