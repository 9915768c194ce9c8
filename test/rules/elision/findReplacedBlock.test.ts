import { expect, test } from 'vitest';
import { findReplacedBlock } from '../../../server/src/rules/elision/findReplacedBlock';

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
