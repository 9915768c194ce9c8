import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadStored, saveStored } from '../../server/src/workspace/indexStore';
import { folder } from '../cli/run';

describe('indexStore', () => {
  const value = { at: 1_800_000_000_123_456_789n, list: [-1n, null, 1.5, '\0n5', '', { title: 'é😀', none: [] }] };

  test('gives back what was stored, the last time', () => {
    const place = join(folder({}), 'not', 'there', 'yet');
    expect(loadStored(place, '1')).toBeUndefined();
    expect(saveStored(place, '1', { other: 1 })).toBeUndefined();
    expect(saveStored(place, '1', value)).toBeUndefined();
    expect(loadStored(place, '1')).toEqual(value);
    expect(readdirSync(place)).toHaveLength(1);
  });

  const leaf = fc.oneof(
    fc.bigInt(),
    fc.string(),
    fc.string().map(text => `\0${text}`),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
  );
  const { any } = fc.letrec(tie => ({
    any: fc.oneof(leaf, fc.array(tie('any')), fc.dictionary(fc.string(), tie('any'), { noNullPrototype: true })),
  }));

  test('gives back any value', () => {
    const place = folder({});
    fc.assert(
      fc.property(any, stored => {
        saveStored(place, '1', stored);
        expect(loadStored(place, '1')).toEqual(stored);
      }),
      { numRuns: 100 },
    );
  });

  test('what another version stored is nothing', () => {
    const place = folder({});
    saveStored(place, '1', value);
    expect(loadStored(place, '2')).toBeUndefined();
    expect(loadStored(place, '')).toBeUndefined();
  });

  test('what is damaged is nothing', () => {
    const place = folder({});
    saveStored(place, '1', value);
    const [name = ''] = readdirSync(place);
    const whole = readFileSync(join(place, name));
    for (let at = 0; at < whole.length; at++) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      writeFileSync(join(place, name), damaged);
      expect(loadStored(place, '1'), `byte ${at}`).toBeUndefined();
      writeFileSync(join(place, name), whole.subarray(0, at));
      expect(loadStored(place, '1'), `cut at ${at}`).toBeUndefined();
    }
  });

  test('what cannot be stored says why, and leaves what was there', () => {
    const place = folder({ file: '' });
    expect(saveStored(join(place, 'file'), '1', value)).toEqual({
      fault: expect.stringMatching(/^can't be stored \((EEXIST|ENOTDIR)\)\.$/),
    });
    const ring: unknown[] = [];
    ring.push(ring);
    saveStored(place, '1', value);
    expect(saveStored(place, '1', ring)).toEqual({ fault: expect.stringMatching(/^can't be stored \(.+\)\.$/) });
    expect(loadStored(place, '1')).toEqual(value);
    expect(readdirSync(place)).toHaveLength(2);
  });
});
