import { expect, test } from 'vitest';
import { maskIds, maskUniqueValues } from '../../server/src/text/similarNames';
import { superlinearity } from '../kit/timing';

test.each(['a1', '1', 'a_', '2026-01-'])('the time grows with the length of a text of %s', unit => {
  const replaceBoth = (size: number) => [maskIds(unit.repeat(size)), maskUniqueValues(`${unit.repeat(size)}1`)];
  expect(superlinearity(replaceBoth, 200_000)).toBeLessThan(5);
});
