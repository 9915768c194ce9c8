import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  durationFromMilliseconds,
  formatInstant,
  hasTimeZone,
  parseInstant,
  timePrecision,
} from '../../server/src/text/parseTime';

describe('an instant', () => {
  test.each([
    ['2026-11-21T20:24:24.336320+00:00', 1795292664336320000n],
    ['2025-07-02T16:47:20.301046016Z', 1751474840301046016n],
    ['2026-05-07T20:00:00+05:30', 1778164200000000000n],
    ['2026-05-07T20:00:00+0530', 1778164200000000000n],
    ['2026-11-21T20:24:24.315642', 1795292664315642000n],
    ['2026-11-21 20:24', 1795292640000000000n],
    ['2026-11-21', 1795219200000000000n],
    [1795292664, 1795292664000000000n],
    [1795292664.5, 1795292664500000000n],
    [1795292664336, 1795292664336000000n],
    ['1751474840301046016', 1751474840301046016n],
    ['1758026593210770000', 1758026593210770000n],
    ['1795292664336320', 1795292664336320000n],
  ])('%j', (written, instant) => {
    expect(parseInstant(written)).toBe(instant);
  });

  test.each([
    'yesterday',
    '2026-13-01T00:00:00Z',
    '2026-02-30T25:00:00Z',
    '',
    '12',
    7,
    -1795292664,
    Number.NaN,
    null,
    true,
    {},
    '9'.repeat(100),
  ])('%j is none', value => {
    expect(parseInstant(value)).toBeUndefined();
  });

  test('is the same whether it ends in Z, as nearly all do, or in another way to say so', () => {
    const two = fc.integer({ min: 0, max: 70 }).map(number => String(number).padStart(2, '0'));
    const year = fc.oneof(fc.constant(2026), fc.nat(9999)).map(number => String(number).padStart(4, '0'));
    const decimals = fc.oneof(fc.constant(''), fc.stringMatching(/^\.\d{0,12}$/), fc.constantFrom('.x', ',5', '.1 '));
    const time = fc.tuple(year, two, two, two, two, two, decimals);
    const property = fc.property(time, ([y, m, d, hour, minute, second, rest]) => {
      const text = `${y}-${m}-${d}T${hour}:${minute}:${second}${rest}`;
      expect(parseInstant(`${text}Z`)).toBe(parseInstant(`${text}+00:00`));
    });
    fc.assert(property, { numRuns: 1000, examples: [[['2026', '02', '30', '24', '00', '00', '.000']]] });
  });

  test('is written so that it is read again, to the last digit', () => {
    const instants = fc.bigInt({ min: 0n, max: 9_000_000_000_000_000_000n });
    fc.assert(
      fc.property(instants, instant => {
        expect(parseInstant(formatInstant(instant))).toBe(instant);
      }),
    );
  });
});

describe('how exactly a time is written', () => {
  test.each([
    ['2026-11-21', 86_400_000_000_000n],
    ['2026-11-21 20:24', 60_000_000_000n],
    ['2026-11-21T20:24Z', 60_000_000_000n],
    ['2026-11-21T20:24:24Z', 1_000_000_000n],
    ['2026-11-21T20:24:24.5+02:00', 100_000_000n],
    ['2026-11-21T20:24:24.336320Z', 1000n],
    ['2026-11-21T20:24:24.33632000000Z', 1n],
    [1795292664, 1_000_000_000n],
    [1795292664.5, 100_000_000n],
    [1795292664336, 1_000_000n],
    ['1751474840301046016', 1n],
    ['yesterday', undefined],
  ])('%j', (written, lasts) => {
    expect(timePrecision(written)).toBe(lasts);
  });

  test.each([
    ['2026-11-21', false],
    ['2026-11-21T20:24:24.5', false],
    ['2026-11-21T20:24z', true],
    ['2026-11-21T20:24:24+0530', true],
    [1795292664, true],
  ])('the zone of %j', (written, has) => {
    expect(hasTimeZone(written)).toBe(has);
  });
});

describe('a duration', () => {
  test('keeps the decimals of its milliseconds', () => {
    expect(durationFromMilliseconds(0.178103)).toBe(178103n);
    expect(durationFromMilliseconds(2000)).toBe(2000000000n);
    expect(durationFromMilliseconds(0)).toBe(0n);
  });

  test.each([-1, Number.NaN, Number.POSITIVE_INFINITY, '5', null])('%j is none', value => {
    expect(durationFromMilliseconds(value)).toBeUndefined();
  });
});
