import { expect, test } from 'vitest';
import { findReplacedBlock } from '../../../server/src/rules/elision/findReplacedBlock';
import { superlinearity } from '../../kit/timing';

const lines = Array.from({ length: 400 }, (_, n) => `  const value${n} = read(path, ${n});`);
const before = lines.join('\n');
const instead = (remark: readonly string[], count: number) => lines.toSpliced(200, count, ...remark).join('\n');
const found = (content: string) => findReplacedBlock({ content, before, path: 'a.ts' });

test.each([
  ['a comment of no known words', ['  // Qwzx vlorp drimm.']],
  ['brackets of no known words', ['  [qwzx vlorp drimm]']],
])('%s in place of lines of the file is what they are left out by', (_, remark) => {
  expect(found(instead(remark, 60))).toBeDefined();
});

test.each([
  ['lines that are just deleted', instead([], 60)],
  ['lines that are rewritten', instead(['  const all = readAll(path);'], 60)],
  ['a comment in place of few lines', instead(['  // Qwzx vlorp drimm.'], 3)],
  ['the file itself', before],
])('%s are no such block', (_, content) => {
  expect(found(content)).toBeUndefined();
});

const document = ['# Hooks', '', 'The owner is the site.', 'The owner is a page.', '', ...lines.slice(0, 20)].join(
  '\n',
);
const inDocument = (line: string) =>
  findReplacedBlock({
    content: document.replace('The owner is the site.\nThe owner is a page.', line),
    before: document,
    path: 'a.md',
  });

test.each(['<p>The owner is a page.</p>', '**The owner is a page.**', '*The owner is a page.*'])(
  'a sentence of a document in place of others is none: %s',
  sentence => {
    expect(inDocument(sentence)).toBeUndefined();
  },
);

test('a remark in place of lines of a document is one, if the document became shorter', () => {
  expect(inDocument('**The rest is unchanged.**')).toBeDefined();
  expect(inDocument(`**The rest is unchanged.**\n\n${'More text.\n'.repeat(9)}`)).toBeUndefined();
});

test('a block is found among thousands of lines, some of which moved', () => {
  const many = Array.from({ length: 19_000 }, (_, n) => `  const value${n} = read(path, ${n});`);
  const moved = [...many.slice(1000), ...many.slice(0, 1000)];
  const content = moved.toSpliced(12_000, 5000, '  // Qwzx vlorp drimm.').join('\n');
  expect(findReplacedBlock({ content, before: many.join('\n'), path: 'a.ts' })).toContain('line 12001');
});

test.each<[string, (old: readonly string[]) => readonly string[]]>([
  ['rewritten', old => old.map(line => line.replace('old', 'new'))],
  ['turned around', old => old.toReversed()],
  ['half moved', old => [...old.slice(old.length / 2), ...old.slice(0, old.length / 2)]],
])('a file that is %s is compared in the time that its lines take', (_, change) => {
  const compared = (size: number) => {
    const old = Array.from({ length: size }, (_, n) => `old_${n} = compute_${n}(x)`);
    const content = ['# A comment.', ...change(old)].join('\n');
    return findReplacedBlock({ content, before: old.join('\n'), path: 'a.py' });
  };
  expect(superlinearity(compared, 8000)).toBeLessThan(3);
});
