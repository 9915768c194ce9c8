import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { families } from '../../server/src/families';
import type { Around } from '../../server/src/model/conversion';
import { readRegistry } from '../../server/src/registry/read';
import { parseMarkdown } from '../../server/src/text/markdown';
import { analysed, problemsIn, recognisedAs } from '../kit/analysed';
import { nearlyEnvelope } from '../kit/arbitraries';
import { kinds } from '../kit/context';
import { examples } from '../kit/examples';

const conversions = families.flatMap(({ id, conversions: own = [] }) => own.map(one => ({ family: id, ...one })));

const registry = {
  name: 'index.md',
  document: readRegistry(parseMarkdown('## Decisions Log\n\n| Timestamp | Agent | Decision |\n|---|---|---|\n'), {
    whole: true,
  }),
};
const around: Around = {
  now: '2026-06-01T12:00:00Z',
  errors: [{ path: ['args'], message: 'is wrong' }],
  registry,
  mentioning: kind => examples.filter(one => one.kind.id === kind).map(({ value }) => ({ value, stands: 'before' })),
};

test('ids are of their family, and each is there once', () => {
  const ids = conversions.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(conversions.filter(({ id, family }) => !id.startsWith(`${family}/`))).toEqual([]);
});

test('what they mend is a rule', () => {
  const rules = new Set(families.flatMap(({ rules: own }) => own.map(({ id }) => id)));
  expect(conversions.filter(({ mends }) => mends !== undefined && !rules.has(mends))).toEqual([]);
});

describe.each(conversions)('$id', ({ from, to, convert }) => {
  test('is of kinds that there are', () => {
    expect(kinds.map(({ id }) => id)).toEqual(expect.arrayContaining([from, to]));
  });

  test('makes of full envelopes such of the other kind', () => {
    for (const { value } of examples.filter(({ kind }) => kind.id === from)) {
      const converted = convert(value, around);
      if (!converted) continue;
      const file = analysed('a.json', JSON.stringify(converted.value), { association: to });
      expect(problemsIn(file).filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(recognisedAs(converted.value)).toBe(to);
    }
  });

  test('never throws, and changes nothing of what it gets', () => {
    fc.assert(
      fc.property(nearlyEnvelope, value => {
        const before = JSON.stringify(value);
        const converted = convert(value, around);
        expect(JSON.stringify(value)).toBe(before);
        for (const note of converted?.notes ?? []) expect(note).toMatch(/[.]$/);
      }),
      { numRuns: 300 },
    );
  });
});
