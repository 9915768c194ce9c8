import { expect, test } from 'vitest';
import { inlineComments } from '../../server/src/text/parseMarkdown';

test.each([
  ['a <!-- b --> c', ['<!-- b -->']],
  ['<!-- a --><!-- b -->', ['<!-- a -->', '<!-- b -->']],
  ['<!-- a\nb -->', ['<!-- a\nb -->']],
  ['in `<!-- code -->`', []],
  ['in ``<!-- ` -->``', []],
  ['behind `a` <!-- b --> `c`', ['<!-- b -->']],
  ['an open ` and <!-- b -->', ['<!-- b -->']],
  ['an open `` and ` with <!-- b -->', ['<!-- b -->']],
  ['an escaped \\` and <!-- b --> `', ['<!-- b -->']],
  ['\\<!-- b -->', []],
  ['<!-- `b --> `', ['<!-- `b -->']],
  ['<!-- no end', []],
  ['<!-->', ['<!-->']],
  ['<!-- a ->', []],
  ['no comment', []],
])('%j', (text, comments) => {
  const around = `<!-- before --> ${text}`;
  const span = { start: around.length - text.length, end: around.length };
  // What follows belongs to another paragraph.
  const found = inlineComments(`${around} --> \``, span);
  expect(found.map(({ start, end }) => around.slice(start, end))).toEqual(comments);
});
