import { afterEach, expect, test, vi } from 'vitest';
import { zoneOf } from '../../../server/src/features/runs/treeNodeTexts';

afterEach(() => {
  vi.restoreAllMocks();
});

test.each([
  [0, 'UTC'],
  [-120, 'UTC+2'],
  [-330, 'UTC+5:30'],
  [210, 'UTC-3:30'],
  [-5, 'UTC+0:05'],
])('a clock that is %i minutes behind is in %s', (offset, zone) => {
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(offset);
  expect(zoneOf(0n)).toBe(zone);
});
