import { closeSync, ftruncateSync, openSync, readdirSync, readFileSync, utimesSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadStore, saveStore } from '../../server/src/workspace/indexStore';
import { folder } from '../cli/run';

describe('indexStore', () => {
  const head = { at: 1_800_000_000_123_456_789n, list: [-1n, null, 1.5, '\0n5', '', { title: 'é😀', none: [] }] };
  const sections = [[1n, 'one'], [], [head]];

  test('gives back what was stored, the last time', () => {
    const place = join(folder({}), 'not', 'there', 'yet');
    expect(loadStore(place, '1')).toBeUndefined();
    expect(saveStore(place, '1', { head: { other: 1 }, sections: [] })).toBeUndefined();
    expect(saveStore(place, '1', { head, sections })).toBeUndefined();
    expect(loadedFrom(place)).toEqual({ head, sections });
    expect(readdirSync(place)).toHaveLength(1);
  });

  test('stores a section again as it lies there, and reads it after', () => {
    const place = folder({});
    saveStore(place, '1', { head, sections });
    const before = loadStore(place, '1')?.sections ?? [];
    saveStore(place, '1', { head: null, sections: [['new'], ...before.toReversed()] });
    expect(loadedFrom(place)).toEqual({ head: null, sections: [['new'], ...sections.toReversed()] });
    expect(before.map(section => section.values())).toEqual(sections);
  });

  test('removes what a server left that was killed while it stored, not what another is storing', () => {
    const place = folder({ 'index.bin.killed': '', 'index.bin.storing': '', 'other.txt': '' });
    const yesterday = new Date(Date.now() - 86_400_000);
    for (const name of ['index.bin.killed', 'other.txt']) utimesSync(join(place, name), yesterday, yesterday);
    expect(saveStore(place, '1', { head, sections })).toBeUndefined();
    expect(readdirSync(place).sort()).toEqual(['index.bin', 'index.bin.storing', 'other.txt']);
  });

  test('what another version stored is nothing', () => {
    const place = folder({});
    saveStore(place, '1', { head, sections });
    expect(loadStore(place, '2')).toBeUndefined();
    expect(loadStore(place, '')).toBeUndefined();
  });

  test('what is damaged is nothing, or says so when it is read', () => {
    const place = folder({});
    saveStore(place, '1', { head, sections });
    const [name = ''] = readdirSync(place);
    const whole = readFileSync(join(place, name));
    const file = openSync(join(place, name), 'r+');
    onTestFinished(() => closeSync(file));
    // Changed in place: to write all of it for each byte anew takes a disk seconds.
    for (let at = 0; at < whole.length; at += 3) {
      const byte = whole.subarray(at, at + 1);
      writeSync(file, Buffer.of((byte[0] ?? 0) ^ 1), 0, 1, at);
      expect(soundIn(place), `another byte ${at}`).toBe(false);
      writeSync(file, byte, 0, 1, at);
    }
    expect(soundIn(place)).toBe(true);
    for (let length = whole.length - 1; length >= 0; length--) {
      ftruncateSync(file, length);
      expect(soundIn(place), `${length} bytes`).toBe(false);
    }
  });

  test('what cannot be stored says why, and leaves what was there', () => {
    const place = folder({ file: '' });
    expect(saveStore(join(place, 'file'), '1', { head, sections })).toEqual({
      fault: expect.stringMatching(/^can't be stored \(.+\)\.$/),
    });
    const ring: unknown[] = [];
    ring.push(ring);
    saveStore(place, '1', { head, sections });
    expect(saveStore(place, '1', { head: ring, sections })).toEqual({
      fault: expect.stringMatching(/^can't be stored \(.+\)\.$/),
    });
    expect(saveStore(place, '1', { head, sections: [ring] })).toEqual({
      fault: expect.stringMatching(/^can't be stored \(.+\)\.$/),
    });
    expect(loadedFrom(place)).toEqual({ head, sections });
    expect(readdirSync(place)).toHaveLength(2);
  });
});

function loadedFrom(place: string) {
  const stored = loadStore(place, '1');
  return stored && { head: stored.head, sections: stored.sections.map(section => section.values()) };
}

function soundIn(place: string): boolean {
  try {
    return loadedFrom(place) !== undefined;
  } catch {
    return false;
  }
}
