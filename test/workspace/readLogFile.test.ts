import { execFileSync } from 'node:child_process';
import { appendFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readLine, readLogFile } from '../../server/src/workspace/readLogFile';
import { LOG_START } from '../../server/src/workspace/readLogLines';
import { readTextFile } from '../../server/src/workspace/readTextFile';
import { folder } from '../cli/run';
import { CHUNKS, log, read } from './readInto';

/** Bytes of all values but zero, in no order. */
const NOISE = Buffer.from(Array.from({ length: 3000 }, (_, index) => 1 + ((index * index * 31 + index * 7) % 255)));

describe('readLog', () => {
  test.each<[string, string | Buffer, string[], string | undefined]>([
    ['nothing', '', [], undefined],
    ['an empty line', '\n', [''], undefined],
    ['a torn line alone', '{"a":', [], '{"a":'],
    ['lines, the last torn', 'a\nbb\n\nccc', ['a', 'bb', ''], 'ccc'],
    ['CRLF', 'a\r\n\r\nb\rc\r\nd\r', ['a', '', 'b\rc'], 'd'],
    ['a byte order mark', '\uFEFFa\n\uFEFFb\n', ['a', '\uFEFFb'], undefined],
    ['a byte order mark before a torn line', '\uFEFFa', [], 'a'],
    ['characters of many bytes', 'é€😀\n日本語\n😀', ['é€😀', '日本語'], '😀'],
    ['bytes that are no UTF-8', Buffer.from([0x61, 0xf0, 0x9f, 0x0a, 0x62, 0x0a, 0xe2]), ['a\uFFFD', 'b'], '\uFFFD'],
  ])('reads %s, in chunks of any size', (_, content, lines, torn) => {
    const path = log(content);
    for (const chunk of CHUNKS) {
      const { lines: told, torn: rest, tooLong, size } = read(path, LOG_START, { chunk });
      expect({ told, rest, tooLong, size }).toEqual({
        told: lines,
        rest: torn,
        tooLong: [],
        size: Buffer.byteLength(content),
      });
    }
  });

  test('goes on after a mark, and reads a torn line again', () => {
    const path = log('a\nb\n{"c"');
    const first = read(path);
    expect(first).toMatchObject({ lines: ['a', 'b'], torn: '{"c"', mark: { offset: 4, line: 2 } });
    appendFileSync(path, ':1}\nd\n');
    const second = read(path, structuredClone(first.mark));
    expect(second).toMatchObject({ lines: ['{"c":1}', 'd'], mark: { offset: 14, line: 4 } });
    expect(read(path, second.mark)).toMatchObject({ lines: [], mark: second.mark });
  });

  test.each([
    ['is shorter', 'a\n'],
    ['ends otherwise', `a\n${'b'.repeat(5000)}\nd\n`],
    ['begins otherwise', `A\n${'b'.repeat(5000)}\nc\n`],
    ['is empty', ''],
  ])('says so when the file %s', (_, content) => {
    const path = log(`a\n${'b'.repeat(5000)}\nc\n`);
    const { mark } = read(path);
    writeFileSync(path, content);
    const told = () => expect.unreachable();
    expect(readLogFile(path, mark, told)).toEqual({ replaced: true });
    expect(readLine(path, 1, mark)).toEqual({ replaced: true });
  });

  test('stops when it is told to, and goes on from there', () => {
    const path = log('a\nb\nc\nd\ne');
    const lines: string[] = [];
    const take = (more: string[]) => lines.push(...more) < 2;
    const stopped = readLogFile(path, LOG_START, take, { chunk: 3 });
    expect(stopped).toMatchObject({ mark: { line: 2, offset: 4 } });
    expect(stopped).not.toHaveProperty('torn');
    expect('mark' in stopped && read(path, stopped.mark)).toMatchObject({ lines: ['c', 'd'], torn: 'e' });
  });

  test('passes over lines that are too long, and counts them', () => {
    const path = log(`a\n${'b'.repeat(1000)}\nc\n${'d'.repeat(100)}\n${'e'.repeat(999)}`);
    for (const chunk of [1, 10, 64, 99]) {
      const all = read(path, LOG_START, { chunk, longest: 200 });
      expect(all).toMatchObject({ lines: ['a', '', 'c', 'd'.repeat(100)], tooLong: [1], mark: { line: 4 } });
      expect(all).not.toHaveProperty('torn');
      expect(readLine(path, 1, all.mark, { chunk, longest: 200 })).toEqual({ fault: 'is too long to be read.' });
      expect(readLine(path, 2, all.mark, { chunk, longest: 200 })).toMatchObject({ text: 'c' });
    }
  });

  test('a binary file is one fault', () => {
    const fault =
      'is not UTF-8 text: it has zero bytes, or many that are no UTF-8, or begins as UTF-16 does; save it as UTF-8 or leave it out.';
    for (const content of [Buffer.from('{}\n', 'utf16le'), NOISE]) {
      expect(readLogFile(log(content), LOG_START, () => expect.unreachable())).toEqual({ fault });
      const path = log(content).replace(/\.jsonl$/, '.json');
      writeFileSync(path, content);
      expect(readTextFile(path)).toEqual({ fault });
    }
  });

  test('a text with a few letters of another encoding is read', () => {
    const line = Buffer.from('{"a":"caf\xe9, na\xefve, \xfcber"}', 'latin1');
    expect(read(log(line)).torn).toBe('{"a":"caf\uFFFD, na\uFFFDve, \uFFFDber"}');
  });

  test.each<[string, Buffer]>([
    ['in a line of its own', Buffer.concat([Buffer.from('a\n'), Buffer.alloc(300), Buffer.from('\nb\n')])],
    [
      'as long as the start that is looked at',
      Buffer.concat([Buffer.from('a\n'), Buffer.alloc(4000), Buffer.from('\nb\n')]),
    ],
  ])('a block of zeros that a crash left %s hides no line', (_, content) => {
    const { lines } = read(log(content));
    expect([lines.length, lines[0], lines[2]]).toEqual([3, 'a', 'b']);
  });

  test('a file of zeros alone is no text', () => {
    expect(readLogFile(log(Buffer.alloc(2000)), LOG_START, () => undefined)).toMatchObject({
      fault: expect.any(String),
    });
  });

  test('what is not there, no file, or cut off on the way, is one fault', () => {
    const path = log('a\n'.repeat(100));
    const cut = () => truncateSync(path, 10);
    expect(readLogFile(path, LOG_START, () => void cut(), { chunk: 50 })).toEqual({
      fault: 'was cut off while it was read; run again.',
    });
    rmSync(path);
    expect(readLogFile(path, LOG_START, () => undefined)).toMatchObject({
      fault: expect.stringMatching(/^does not exist/),
    });
    expect(readLogFile(join(path, '..'), LOG_START, () => undefined)).toEqual({
      fault: 'is a folder; name a file in it.',
    });
  });

  test.skipIf(process.platform === 'win32')('never waits for a pipe', () => {
    const path = join(folder({}), 'pipe.jsonl');
    execFileSync('mkfifo', [path]);
    expect(readLogFile(path, LOG_START, () => undefined)).toEqual({
      fault: 'is neither a file nor a folder; name one of these.',
    });
  });

  test('what the caller throws is not taken for a fault', () => {
    const fail = () => {
      throw new Error('mine');
    };
    expect(() => readLogFile(log('a\n'), LOG_START, fail)).toThrow('mine');
  });

  test('a table of starts is kept, a chunk apart', () => {
    const path = log(Array.from({ length: 1000 }, (_, at) => `line ${at}\n`).join(''));
    const { mark } = read(path, LOG_START, { chunk: 500 });
    expect(mark.starts.length).toBeGreaterThan(10);
    expect(mark.starts.length).toBeLessThan(22);
    for (const line of [0, 57, 500, 999]) {
      expect(readLine(path, line, mark)).toMatchObject({ text: `line ${line}` });
    }
  });
});
