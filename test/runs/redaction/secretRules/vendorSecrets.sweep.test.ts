import { describe, expect, test } from 'vitest';
import rules from '../../../../server/src/runs/redaction/secretRules/gitleaks.json';
import { vendorFinders } from '../../../../server/src/runs/redaction/vendorSecrets';
import { everyFourth } from '../../../kit/amount';
import { superlinearity } from '../../../kit/timing';

test('there are many rules, each with a pattern', () => {
  expect(rules.length).toBeGreaterThan(200);
  for (const { find } of vendorFinders) expect(find('')).toEqual([]);
});

describe('no rule is slow on a text designed for it', () => {
  // What comes after each keyword, again and again.
  const units = ['', ' ', '=', '="', '-', '.', '_', 'a', '0', 'A1b2', ' = "', '\n', 'ey.', '-----', '/'];
  test.each(everyFourth(units))('%j', after => {
    const run = (size: number) => {
      for (const { keywords, find } of vendorFinders) {
        for (const keyword of keywords) {
          for (const word of [keyword, keyword.toUpperCase()]) {
            const unit = word + after;
            find(`${unit.repeat(Math.ceil(size / unit.length))}!`);
            find(`${word}${(after || 'a').repeat(size)}!`);
          }
        }
      }
    };
    expect(superlinearity(run, 4000)).toBeLessThan(4);
  });
});
