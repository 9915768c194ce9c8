import { expect, onTestFinished, test } from 'vitest';
import { OVERLAP, scanFile } from '../../server/src/workspace/readTextFile';
import { temporaryFolder } from '../kit/temporaryFolder';

/** The number of pieces that were read, and the result. */
function scan(content: string | Buffer, wanted: string) {
  const folder = temporaryFolder({ 'a.json': content });
  onTestFinished(folder.dispose);
  const work = scanFile(folder.pathOf('a.json'), piece => piece.includes(wanted), 1e6);
  for (let pieces = 1; ; pieces++) {
    const { done, value } = work.next();
    if (done) return { pieces, value };
  }
}

test('a word is found wherever it stands, also across two pieces', () => {
  const word = 'confirm_required';
  for (let before = 65_536 - word.length - 1; before <= 65_537; before++) {
    const text = `${' '.repeat(before)}${word}${' '.repeat(100_000)}`;
    expect(scan(text, word)).toEqual({ pieces: before + word.length <= 65_536 ? 1 : 2, value: true });
  }
});

test('the whole overlap is read twice', () => {
  const phrase = 'x'.repeat(OVERLAP);
  expect(scan(`${' '.repeat(65_000)}${phrase}${' '.repeat(100_000)}`, phrase).value).toBe(true);
});

test('a file without the word is read to its end, an empty one at once', () => {
  expect(scan(' '.repeat(200_000), 'x')).toEqual({ pieces: 4, value: false });
  expect(scan('', 'x')).toEqual({ pieces: 1, value: false });
});

test('what is no text, or is not there, has a reason', () => {
  expect(scan(Buffer.from('\uFEFF{"x": 1}', 'utf16le'), 'x').value).toEqual({
    fault: expect.stringContaining('UTF-8'),
  });
  expect(scanFile('/nowhere/a.json', () => true, 1e6).next()).toEqual({
    done: true,
    value: { fault: expect.stringContaining('does not exist') },
  });
});

test('a file that is too large is accepted without being read', () => {
  expect(scan(' '.repeat(1_000_001), 'x')).toEqual({ pieces: 1, value: true });
});
