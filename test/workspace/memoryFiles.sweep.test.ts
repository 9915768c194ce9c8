import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LogCheckpoint } from '../../server/src/model/disk';
import { memoryFiles } from '../../server/src/workspace/memoryFiles';
import { nodeFileAccess } from '../../server/src/workspace/nodeFileAccess';
import { temporaryFolder } from '../kit/temporaryFolder';

/** All lines of a log, read in pieces, with what is left of an incomplete one. */
function linesOf({ log }: ReturnType<typeof memoryFiles>['access'], uri: string, bytes: number) {
  const lines: string[] = [];
  for (let mark: LogCheckpoint | undefined; ; ) {
    const piece = log(uri, mark, { bytes });
    if (!('lines' in piece)) throw new Error('no lines');
    expect(piece.first).toBe(lines.length);
    lines.push(...piece.lines);
    mark = piece.mark;
    if (piece.done) return { lines, torn: piece.torn, offset: mark.offset, line: mark.line, mark };
  }
}

test('a log in memory has the lines that it has on disk, in pieces of any size', () => {
  const folder = temporaryFolder();
  try {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', '\n', '\r\n', '{"b": 1}', '\r', 'cc'), { maxLength: 30 }),
        fc.integer({ min: 1, max: 40 }),
        (pieces, bytes) => {
          const text = pieces.join('');
          folder.write('x.jsonl', text);
          const memory = memoryFiles();
          const set = (content: string, changedAt: number) => {
            const bytes = new TextEncoder().encode(content);
            const file = { size: bytes.length, changedAt, bytes };
            memory.apply({ folders: [], files: [['file:///root/x.jsonl', file]], faults: [] });
          };
          set(text, 0);
          const disk = nodeFileAccess(() => ({ useIgnoreFiles: false }));
          const { mark: there, ...wanted } = linesOf(disk, folder.uriOf('x.jsonl'), 1 << 20);
          const { mark: here, ...read } = linesOf(memory.access, 'file:///root/x.jsonl', bytes);
          expect(read).toEqual(wanted);
          for (const [at, line] of [...wanted.lines, ...(wanted.torn === undefined ? [] : [wanted.torn])].entries()) {
            const found = memory.access.line('file:///root/x.jsonl', at, here);
            expect(found).toMatchObject({ text: line });
            expect(disk.line(folder.uriOf('x.jsonl'), at, there)).toMatchObject({ text: line });
          }
          expect(memory.access.line('file:///root/x.jsonl', wanted.lines.length + 1, here)).toHaveProperty('fault');
          // No line goes beyond an end that is set.
          const until = Math.floor(text.length / 2);
          const bounded = memory.access.log('file:///root/x.jsonl', undefined, { until });
          expect('mark' in bounded && bounded.mark.offset).toBeLessThanOrEqual(until);
          // What goes on is read on; anything else is another log.
          set(`${text}x`, 1);
          const after = memory.access.log('file:///root/x.jsonl', here);
          expect('torn' in after && after.torn).toBe(`${text.slice(text.lastIndexOf('\n') + 1)}x`);
          set(`y${text}`, 2);
          if (here.offset > 0) expect(memory.access.log('file:///root/x.jsonl', here)).toEqual({ replaced: true });
        },
      ),
    );
  } finally {
    folder.dispose();
  }
});
