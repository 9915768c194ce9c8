import { expect, test } from 'vitest';
import { formatInstant, parseTimeBound } from '../../server/src/text/parseTime';

const NOW = Date.parse('2026-03-01T12:00:00Z');

test.each([
  ['30s', '2026-03-01T11:59:30.000Z'],
  ['30m', '2026-03-01T11:30:00.000Z'],
  ['1h', '2026-03-01T11:00:00.000Z'],
  ['1D', '2026-02-28T12:00:00.000Z'],
  ['2w', '2026-02-15T12:00:00.000Z'],
  ['2026-02-28', '2026-02-28T00:00:00.000Z'],
  ['2026-02-28t10:00z', '2026-02-28T10:00:00.000Z'],
])('%s is %s', (text, expected) => {
  const bound = parseTimeBound(text, NOW);
  expect(bound === undefined ? undefined : formatInstant(bound)).toBe(expected);
});

test.each(['', 'h', '1', '1y', '-1h', '1 h', 'yesterday', '1772366400', '99999999d', '2026-'])(
  '%s is no time',
  text => {
    expect(parseTimeBound(text, NOW)).toBeUndefined();
  },
);
