import { expect, test } from 'vitest';
import { type ViewFacts, viewMessage } from '../../../client/src/runs/treeNodePresentation';

const facts: ViewFacts = { roots: 12, shown: 12, runs: 12, filter: '', fault: undefined, reading: false };

test.each<[string, Partial<ViewFacts>, string | undefined]>([
  ['no filter', {}, undefined],
  ['a filter', { shown: 3, filter: 'status:failed' }, '3 of 12 runs · filter: status:failed'],
  ['a filter over groups', { shown: undefined, filter: 'x' }, 'filter: x'],
  ['while reading', { reading: true }, '12 runs · still reading…'],
  ['traces left out', { leftOut: 3 }, '3 service traces hidden'],
  ['one run', { runs: 1, shown: 1, filter: 'a b' }, '1 of 1 run · filter: a b'],
  ['before the number of runs is known', { runs: 0, reading: true }, 'still reading…'],
])('%s', (_, change, message) => {
  expect(viewMessage({ ...facts, ...change })).toEqual({ message, description: undefined });
});

test('shows the error of an invalid filter', () => {
  expect(viewMessage({ ...facts, roots: 0, shown: 0, filter: 'x:y', fault: 'There is no key "x".' })).toEqual({
    message: 'There is no key "x".',
    description: 'x:y',
  });
});

test('for an empty tree, shows it next to the title, so that the welcome view is visible', () => {
  expect(viewMessage({ ...facts, roots: 0, shown: 0, filter: 'x' })).toEqual({
    message: undefined,
    description: '0 of 12 runs · filter: x',
  });
});
