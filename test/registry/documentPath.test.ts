import { expect, test } from 'vitest';
import { documentPath, isOnePath } from '../../server/src/registry/idsDefinedElsewhere';
import { superlinearity } from '../kit/timing';

test.each([
  ['[spec](../spec.md)', '../spec.md'],
  ['[`spec.md`](<../my spec.md> "The specification")', '../my spec.md'],
  ["[a \\] b]( spec.md 'x' )", 'spec.md'],
  ['[spec](../spec.md#goals)', '../spec.md'],
  ['[spec](../my%20spec.md?plain=1)', '../my spec.md'],
  ['[spec](../100%.md)', '../100%.md'],
  ['[route](../(app)/spec.md)', '../(app)/spec.md'],
  ['[](spec.md)', 'spec.md'],
  ['[top](#goals)', ''],
])('%s is a link to %j', (text, path) => {
  expect(documentPath(text)).toEqual({ path, isLink: true });
});

test.each(['spec.md', '[spec](a.md) and [plan](b.md)', '[spec][1]', '[[spec]]', 'see [spec](a.md)', '[spec] (a.md)'])(
  '%s is returned unchanged',
  text => {
    expect(documentPath(text)).toEqual({ path: text, isLink: false });
  },
);

test.each([
  ['spec.md', true],
  ['specs/005-a/checklists/', true],
  ['.workflow\\index.md', true],
  ['spec.md (v2)', false],
  ['`checklists/` (3 files)', false],
  ['spec.md, plan.md', false],
  ['Feature specification', false],
  ['', false],
])('%s is one path: %s', (text, isOne) => {
  expect(isOnePath(text)).toBe(isOne);
});

test.each(['[', '](', '[]', '\\', '(', '()', '[a](', '[a](b '])('long runs of %j are fast', piece => {
  const readLong = (size: number) => documentPath(`[${piece.repeat(size).slice(0, size)})`);
  expect(
    superlinearity(size => {
      for (let i = 0; i < 100; i++) readLong(size);
    }, 900),
  ).toBeLessThan(5);
});
