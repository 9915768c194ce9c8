import { describe, expect, test } from 'vitest';
import { boundedPattern } from '../../server/src/text/boundedPattern';
import { inMegabytesParsed } from '../kit/timing';

describe('a pattern is refused', () => {
  test.each([
    ...[
      '(a|a)*$',
      '^(a|a)*$',
      '(\\w|\\d)*!',
      '(a+)+$',
      '(a*)*',
      '(a?)*b',
      '(a|ab)*c',
      '(a|b?)+c',
      '(.|\\s)*x',
      '(?:a|a?)+$',
    ],
    ...[
      '\\s*\\s*\\s*\\s*$',
      '.*a.*a.*a.*a.*$',
      '(\\p{L}|a)*!',
      '(\\u{61}|a)*!',
      '(😀|\\p{So})*!',
      '(?<x>a|a)*!',
      '(a|a){40}$',
    ],
    ...[
      '(a*){40}$',
      '((a?){30}){30}b',
      '(?=(a+)+$)b',
      '(?:(?=a*a*a*b)a)*',
      '(?<=(a+)+)b',
      '(\\w+)*\\1',
      '(a{1,9}){1,9}$',
    ],
    ...[`${'(?:$|$)'.repeat(30)}a`, 'a?'.repeat(30) + 'a'.repeat(30), 'a'.repeat(1001), '((a{100}){100}){1000}'],
  ])('%s', pattern => expect(boundedPattern(pattern)).toBeUndefined());
});

// Each with a text that is long and nearly fits.
const fine: [pattern: string, length: number, nearly: (length: number) => string][] = [
  ['^[a-z0-9-]+$', 10_000, n => `${'a'.repeat(n - 1)}!`],
  ['\\S', 1000, n => ' '.repeat(n)],
  ['^t_[a-z0-9]{10}$', 1000, n => 'x'.repeat(n)],
  ['^[a-z]+(-[a-z]+)*$', 1000, n => `${'a-'.repeat(n / 2 - 1)}a!`],
  [
    '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$',
    500,
    n => `2026-01-01T00:00:00.${'0'.repeat(n - 20)}`,
  ],
  ['^\\d+\\.\\d+\\.\\d+$', 1000, n => `${'1'.repeat(n - 3)}.1.`],
  ['^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$', 100, n => `a@${'.'.repeat(n - 3)} `],
  ['^\\s*\\S+\\s+\\S+\\s*$', 1000, n => `${' '.repeat(n / 2)}${'a'.repeat(n / 2)}`],
  ['^(a|b)*$', 1000, n => `${'ab'.repeat(n / 2 - 1)}c`],
  ['^(GET|POST|PUT|PATCH) /.*$', 1000, n => `POST /${'a'.repeat(n - 7)}\n`],
  ['^.*foo.*bar', 45, n => 'foo'.repeat(n / 3)],
  ['\\s*\\s*$', 60, n => `${' '.repeat(n - 1)}a`],
  ['^(?=.*[A-Z])(?=.*\\d).{8,}$', 40, n => 'a'.repeat(n)],
  ['^\\p{L}+$', 100, n => `${'é'.repeat(n - 1)}!`],
  ['\\d*\\d*x', 60, n => '1'.repeat(n)],
  ['^a*?b*?$', 1000, n => `${'a'.repeat(n - 1)}c`],
  ['^(["\']).*\\1$', 50, n => `"${'"'.repeat(n - 2)}x`],
];

describe('a pattern is held against texts that are not too long for it', () => {
  test.each(fine)('%s', (pattern, length, nearly) => {
    const bounded = boundedPattern(pattern);
    expect(bounded?.longest).toBeGreaterThanOrEqual(length);
    const expression = new RegExp(pattern, 'u');
    expect(bounded?.test(nearly(length))).toBe(expression.test(nearly(length)));
    const most = Math.min(bounded?.longest ?? 0, 1_000_000);
    expect(inMegabytesParsed(2, () => expression.test(nearly(most)))).toBeLessThan(50);
    if (most === bounded?.longest) expect(bounded.test(nearly(most + 3))).toBe(true);
  });
});

test('what is no expression throws, as it does elsewhere', () => {
  expect(() => boundedPattern('(')).toThrow(SyntaxError);
  expect(() => boundedPattern('\\-')).toThrow(SyntaxError);
});
