import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRange } from '../../server/src/workspace/readLogFile';
import { LOG_START } from '../../server/src/workspace/readLogLines';
import { log, read } from './readInto';

const line = fc.oneof(
  fc.constantFrom('', 'a', 'bb\r', 'é€😀', '{"a": 1}'),
  fc.nat(200).map(length => 'x'.repeat(length)),
);

test('a range has the whole lines between two offsets, and reading goes on behind it', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 30 }), fc.nat(), fc.nat(), (lines, one, other) => {
      const path = log(lines.join('\n'));
      const bytes = readFileSync(path);
      const [from, until] = [one % (bytes.length + 1), other % (bytes.length + 1)].sort((a, b) => a - b) as [
        number,
        number,
      ];
      if (from === 0) return;
      const range = readRange(path, from, until);
      const start = bytes.indexOf('\n', from - 1) + 1;
      const end = bytes.subarray(0, until).lastIndexOf('\n') + 1;
      if (start === 0 || end <= start) {
        expect(range).toBeUndefined();
        return;
      }
      const whole = read(path, LOG_START);
      const before = bytes.subarray(0, start).toString().split('\n').length - 1;
      if (!range || 'fault' in range) throw new Error('nothing was read');
      expect(range.start).toBe(start);
      expect(range.mark.offset).toBe(end);
      expect(range.lines).toEqual(whole.lines.slice(before, before + range.mark.line));
      const rest = read(path, { ...range.mark, line: before + range.mark.line });
      expect({ lines: rest.lines, torn: rest.torn }).toEqual({
        lines: whole.lines.slice(before + range.lines.length),
        torn: whole.torn,
      });
      const first = read(path, LOG_START, { until: start });
      expect({ lines: first.lines, torn: first.torn }).toEqual({
        lines: whole.lines.slice(0, before),
        torn: undefined,
      });
    }),
  );
});
