import { expect, test } from 'vitest';
import { spokenLine } from '../../../server/src/families/drafts/createDraft';

test.each([
  ['**Deciding task…**', 'Deciding task…'],
  ['**Bold** and **more**, *soft*, ***both***, ~~gone~~', 'Bold and more, soft, both, gone'],
  ['## Plan\n\n- first\n* second', 'Plan - first - second'],
  ['> # Quoted', 'Quoted'],
  ['---\n\n__All of it__ is _done_', 'All of it is done'],
  ['```ts\nconst a = 1;\n```', 'const a = 1;'],
  ['See [**the** guide](https://example.com/a) of `src/**/*.ts`', 'See the guide of src/**/*.ts'],
  ['![A picture](a.png)', 'A picture'],
  ['这是**重点**内容', '这是重点内容'],
  ['**`run`** it', 'run it'],
  ['****', '****'],
  // What has no marks.
  ['find src/**/*.ts and lib/**/*.js', 'find src/**/*.ts and lib/**/*.js'],
  ['ls *.ts *.js', 'ls *.ts *.js'],
  ['2 * 3 * 4, f(*a, **b)', '2 * 3 * 4, f(*a, **b)'],
  ['__init__.py of a_snake_case', '__init__.py of a_snake_case'],
  ['a [x] of #5, b[0](1 2)', 'a [x] of #5, b[0](1 2)'],
  ['a ~ b ~ c > d', 'a ~ b ~ c > d'],
])('%s', (text, line) => {
  expect(spokenLine(text)).toBe(line);
});

test('of a long text the beginning and the end', () => {
  const line = spokenLine(`**Beginning** of ${'a text that goes on, '.repeat(200)}and has **an end**`);
  expect(line).toMatch(/^Beginning of a text/);
  expect(line).toMatch(/and has an end$/);
});

test('a number, and nothing', () => {
  expect([spokenLine(5), spokenLine(undefined), spokenLine('  ')]).toEqual(['5', undefined, undefined]);
});
