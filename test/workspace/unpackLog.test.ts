import * as zlib from 'node:zlib';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { isArchive } from '../../server/src/workspace/decodeTextBytes';
import { unpackLog } from '../../server/src/workspace/readDocument';

const sample = (id: number) => JSON.stringify({ id, epoch: 1 });

function packed(files: Record<string, string | Buffer>, level: 0 | 9 = 9): Buffer {
  const entries = Object.entries(files).map(([name, text]) => [name, Buffer.from(text as string)]);
  return Buffer.from(zipSync(Object.fromEntries(entries), { level }));
}

function unpacked(bytes: Buffer): unknown {
  const read = unpackLog(bytes);
  return 'fault' in read ? read : read.text === '' ? undefined : JSON.parse(read.text);
}

const both = {
  'header.json': '{"version":2}',
  'samples/1_epoch_1.json': sample(1),
  'samples/2_epoch_1.json': sample(2),
};

test.each<[about: string, bytes: Buffer, log: object | undefined]>([
  ['a log', packed(both), { version: 2, samples: [JSON.parse(sample(1)), JSON.parse(sample(2))] }],
  ['a log that is not compressed', packed(both, 0), { version: 2, samples: [{ id: 1 }, { id: 2 }] }],
  ['a log without samples', packed({ 'header.json': '{"version":2}' }), { version: 2 }],
  ['an empty head', packed({ 'header.json': ' {} ', 'samples/1.json': sample(1) }), { samples: [{ id: 1 }] }],
  [
    'a log that is still written',
    packed({ '_journal/start.json': '{"version":2}', '_journal/summaries/1.json': '[]', 'samples/1.json': sample(1) }),
    { version: 2, samples: [{ id: 1 }] },
  ],
  ['samples alone', packed({ 'samples/1.json': sample(1) }), { samples: [{ id: 1 }] }],
  ['another archive', packed({ 'a.txt': 'x', 'samples/deep/1.json': 'x' }), undefined],
  ['a comment behind the archive', withComment(packed(both), 'PK is how it begins'), { version: 2 }],
])('%s', (_, bytes, log) => {
  expect(isArchive(bytes)).toBe(true);
  if (log === undefined) expect(unpacked(bytes)).toBeUndefined();
  else expect(unpacked(bytes)).toMatchObject(log);
});

function withComment(bytes: Buffer, comment: string): Buffer {
  bytes.writeUInt16LE(comment.length, bytes.length - 2);
  return Buffer.concat([bytes, Buffer.from(comment)]);
}

/** With another number at an offset of the first entry of the directory. */
function changed(bytes: Buffer, offset: number, value: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt32LE(value, copy.indexOf('PK\x01\x02', 0, 'latin1') + offset);
  return copy;
}

describe('an archive that claims more than it should', () => {
  test('is not unpacked where its files are too large together', () => {
    expect(unpackLog(packed(both), 40)).toEqual({ fault: expect.stringContaining('larger than') });
    expect(unpackLog(changed(packed(both), 24, 0xffff_fff0))).toEqual({ fault: expect.stringContaining('64 MB') });
  });
  test('is unpacked no further than it says', () => {
    const bomb = packed({ 'header.json': `{"a":"${'x'.repeat(2e6)}"}` });
    expect(bomb.length).toBeLessThan(1e5);
    expect(unpackLog(changed(bomb, 24, 100))).toEqual({ fault: expect.stringContaining('damaged') });
  });
  test('is damaged where its files overlap', () => {
    expect(unpackLog(changed(packed(both), 20, packed(both).length))).toEqual({
      fault: expect.stringContaining('damaged'),
    });
  });
  test.each([
    ['a place outside', changed(packed(both), 42, 0xffff_0000)],
    ['another method', changed(packed(both), 10, 12)],
    ['broken contents', changed(packed(both), 20, 3)],
  ])('is damaged: %s', (_, bytes) => {
    expect(unpackLog(bytes)).toEqual({ fault: expect.stringContaining('damaged') });
  });
  test('is damaged wherever it is cut', () => {
    const bytes = packed(both);
    for (let length = 0; length < bytes.length; length++) {
      expect(unpackLog(bytes.subarray(0, length))).toHaveProperty('fault');
    }
  });
  test('never throws, whichever byte is changed', () => {
    const bytes = packed(both);
    for (let at = 0; at < bytes.length; at++) {
      for (const value of [0, 0xff]) {
        const copy = Buffer.from(bytes);
        copy[at] = value;
        expect(() => unpackLog(copy)).not.toThrow();
      }
    }
  });
});

test('Zstandard is read where Node has it, and told where it has not', () => {
  // A frame of one block as it is, not compressed.
  const text = '{"version":3}';
  const frame = Buffer.concat([
    Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x20, text.length, (text.length << 3) | 1, 0, 0]),
    Buffer.from(text),
  ]);
  const bytes = changed(changed(packed({ 'header.json': frame }, 0), 10, 93), 24, text.length);
  const isKnown = 'zstdDecompressSync' in zlib;
  const expected = isKnown ? { text } : { fault: expect.stringMatching(/Zstandard.*22\.15.*--to json/) };
  expect(unpackLog(bytes)).toEqual(expected);
});
