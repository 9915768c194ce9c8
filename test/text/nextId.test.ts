import { expect, test } from 'vitest';
import { nextId } from '../../server/src/text/similarNames';

test.each([
  { seen: [], taken: {}, next: 'msg_001' },
  { seen: [], taken: { msg_: 41 }, next: 'msg_042' },
  { seen: ['msg_7', 'msg_3'], taken: { msg_: 5 }, next: 'msg_8' },
  { seen: ['m-0007'], taken: { 'm-': 41, msg_: 90 }, next: 'm-0042' },
  { seen: ['first'], taken: { msg_: 999 }, next: 'msg_1000' },
])('after $seen here and $taken elsewhere comes $next', ({ seen, taken, next }) => {
  const numbers: Record<string, number> = taken;
  expect(nextId(seen, 'msg_001', stem => numbers[stem] ?? 0)).toBe(next);
});
