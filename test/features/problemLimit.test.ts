import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withUnlistedNotice, worstItems } from '../../server/src/features/diagnostics';
import type { Severity } from '../../server/src/model/schema';

const RANK: readonly Severity[] = ['error', 'warning', 'info'];
const LETTERS: Record<string, Severity> = { e: 'error', w: 'warning', i: 'info' };

/** Items by their severities, as `e w i`, each with its index. */
const itemsOf = (severities: string) =>
  severities.split(' ').map((letter, index) => ({ severity: LETTERS[letter] as Severity, index }));
const keptOf = (severities: string, limit: number) =>
  worstItems(itemsOf(severities), limit)
    .map(({ index }) => index)
    .join(' ');

describe('the worst items', () => {
  test.each([
    ['all, exactly at the limit', 'i w e', 3, '0 1 2'],
    ['one over: the last of the least', 'i e i w', 3, '0 1 3'],
    ['errors before what is above them', 'i i w w e', 2, '2 4'],
    ['among equals the first', 'w w w w', 2, '0 1'],
    ['among more errors than fit, the first', 'e i e w e', 2, '0 2'],
    ['only the worst one', 'i w w e', 1, '3'],
  ])('%s', (_, severities, limit, kept) => {
    expect(keptOf(severities, limit)).toBe(kept);
  });

  test('are the beginning of a stable sort by severity, in their order', () => {
    const severities = fc.array(fc.constantFrom(...RANK), { maxLength: 40 });
    fc.assert(
      fc.property(severities, fc.integer({ min: 1, max: 45 }), (list, limit) => {
        const items = list.map((severity, index) => ({ severity, index }));
        const sorted = items.toSorted((one, two) => RANK.indexOf(one.severity) - RANK.indexOf(two.severity));
        const wanted = sorted.slice(0, limit).sort((one, two) => one.index - two.index);
        expect(worstItems(items, limit)).toEqual(wanted);
      }),
    );
  });
});

describe('the notice', () => {
  const start = { line: 0, character: 0 };
  const listed = [{ range: { start, end: start }, message: 'x' }];

  test.each([
    [
      1,
      1000,
      'One more problem in this file is not listed: the setting agentEnvelopes.maxProblems limits the list to 1,000.',
    ],
    [
      5000,
      20,
      '5,000 more problems in this file are not listed: the setting agentEnvelopes.maxProblems limits the list to 20.',
    ],
  ])('of %i unlisted problems is first, at the start of the file', (unlisted, limit, message) => {
    expect(withUnlistedNotice(listed, unlisted, limit)).toEqual([
      { range: { start, end: start }, severity: 3, source: 'agent-envelopes', message },
      ...listed,
    ]);
  });

  test('is not there where all are listed', () => {
    expect(withUnlistedNotice(listed, 0, 1)).toBe(listed);
  });
});
