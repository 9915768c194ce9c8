import { appendFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LogLine } from '../../server/src/model/disk';
import { readLine } from '../../server/src/workspace/readLogFile';
import { LOG_START } from '../../server/src/workspace/readLogLines';
import { sixteenth } from '../kit/amount';
import { CHUNKS, log, read } from './readInto';

describe('readLog', () => {
  const text = fc
    .array(fc.constantFrom('a', 'é', '😀', '\n', '\n', '\r\n', '\uFEFF', '{"x":1}'), { maxLength: 30 })
    .map(pieces => Buffer.from(pieces.join('')));

  test('reads in appends of any size what it reads at once; each line is found again', () => {
    const path = log('');
    fc.assert(
      fc.property(text, fc.array(fc.nat(20)), fc.constantFrom(...CHUNKS), (bytes, appends, chunk) => {
        writeFileSync(path, '');
        let mark = LOG_START;
        let end = 0;
        const lines: string[] = [];
        for (const length of [...appends, bytes.length]) {
          appendFileSync(path, bytes.subarray(end, end + length));
          end += length;
          const more = read(path, mark, { chunk });
          mark = more.mark;
          lines.push(...more.lines);
        }
        const whole = read(path);
        const { starts: _, ...reached } = whole.mark;
        expect(lines).toEqual(whole.lines);
        expect(mark).toMatchObject(reached);
        const all = whole.torn === undefined ? lines : [...lines, whole.torn];
        for (const [line, content] of all.entries()) {
          const read = readLine(path, line, mark, { chunk });
          expect(read).toMatchObject({ text: content });
          const { around } = read as LogLine;
          if (around) expect(around.lines).toEqual(all.slice(around.first, around.first + around.lines.length));
        }
        expect(readLine(path, all.length, mark, { chunk })).toMatchObject({
          fault: expect.stringContaining('has no line'),
        });
      }),
      { numRuns: sixteenth(80) },
    );
  });
});
