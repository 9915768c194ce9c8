import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bloomFilter, mayHave, textIndex } from '../../server/src/runs/textIndex';
import { eachWordHash, foldText, hashesOfWords } from '../../server/src/text/searchWords';
import { eighth } from '../kit/amount';
import { memoryAccess } from '../kit/memoryAccess';

test('a filter has all of its own, and few others', () => {
  const own = new Set(Array.from({ length: 5000 }, (_, at) => Math.imul(at, 0x9e3779b1) >>> 0));
  const filter = bloomFilter(own, Number.POSITIVE_INFINITY);
  expect([...own].every(hash => mayHave(filter, hash))).toBe(true);
  const others = Array.from({ length: 10_000 }, (_, at) => Math.imul(at + 7_000_000, 0x85ebca6b) >>> 0);
  expect(others.filter(hash => mayHave(filter, hash)).length).toBeLessThan(400);
});

test('a small filter has all of its own', () => {
  const own = new Set(Array.from({ length: 5000 }, (_, at) => Math.imul(at, 0x9e3779b1) >>> 0));
  const filter = bloomFilter(own, 64);
  expect(filter.byteLength).toBe(64);
  expect([...own].every(hash => mayHave(filter, hash))).toBe(true);
});

test('a text has the hashes of each of its words, beginnings and runs of characters', () => {
  const unit = fc.constantFrom(...'abcdé1 .-_東京都ﾀﾞタワ𠮷สวั오류가İß\u0301');
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 40 }), fc.nat(40), fc.nat(20), (text, at, length) => {
      const folded = foldText(text);
      const hashes = new Set<number>();
      eachWordHash(folded, hash => hashes.add(hash));
      const words = folded.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
      const word = words[at % (words.length || 1)] ?? '';
      expect(hashesOfWords(word).filter(hash => !hashes.has(hash))).toEqual([]);
      // The beginning of a word, without half a character.
      const beginning = Array.from(word)
        .slice(0, length + 1)
        .join('');
      expect(hashesOfWords(beginning).filter(hash => !hashes.has(hash))).toEqual([]);
    }),
    { numRuns: eighth(2000) },
  );
});

test('all filters together take no more than they may, however many files there are', () => {
  const words = (at: number) => Array.from({ length: 60 }, (_, word) => `w${at}x${word}yz`).join(' ');
  const files = new Map(Array.from({ length: 300 }, (_, at) => [`file:///work/${at}.json`, `{"a":"${words(at)}"}`]));
  const texts = textIndex({ access: memoryAccess(files), mostBytes: 20_000 });
  for (const uri of files.keys()) for (const _ of texts.fill(uri, '1'));
  expect(texts.bytes()).toBeGreaterThan(15_000);
  expect(texts.bytes()).toBeLessThanOrEqual(20_000);
  for (const uri of files.keys()) texts.drop(uri);
  expect(texts.bytes()).toBe(0);
});
