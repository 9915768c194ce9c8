import { describe, expect, test } from 'vitest';
import { isLive, shownStatus } from '../../../server/src/features/runs/treeIcons';
import type { RunStatus } from '../../../server/src/model/run';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

describe('a run without an end', () => {
  test.each<[string, { changed: number; ended?: number }, string]>([
    ['is running while something arrives', { changed: -30 * SECOND }, 'running'],
    [
      'is unfinished though its file is new, as in a fresh clone',
      { changed: -SECOND, ended: -90 * 24 * HOUR },
      'unfinished',
    ],
    ['is running on a machine whose clock is ahead', { changed: 30 * SECOND }, 'running'],
    ['may wait for long', { changed: -59 * MINUTE }, 'running'],
    ['may tell times of another zone', { changed: -59 * MINUTE, ended: -13 * HOUR }, 'running'],
    ['may tell times to come', { changed: -59 * MINUTE, ended: 13 * HOUR }, 'running'],
    ['is unfinished when it was quiet for long', { changed: -61 * MINUTE }, 'unfinished'],
    ['is unfinished when it was quiet for long, whatever it tells', { changed: -61 * MINUTE, ended: 0 }, 'unfinished'],
    ['is unfinished in a file that was copied today', { changed: -5 * MINUTE, ended: -25 * HOUR }, 'unfinished'],
  ])('%s', (_, { changed, ended }, expected) => {
    expect(shown('running', changed, ended)).toBe(expected);
  });
});

test.each<RunStatus>(['succeeded', 'failed', 'blocked', 'cancelled', 'unknown'])('what is %s stays so', status => {
  expect(shown(status, -1000 * HOUR)).toBe(status);
});

test.each<[string, { changed: number; ended?: number }, boolean]>([
  ['changed just now', { changed: -30 * SECOND, ended: -30 * SECOND }, true],
  ['tells no times', { changed: -30 * SECOND }, true],
  ['may tell times of another zone', { changed: -30 * SECOND, ended: -13 * HOUR }, true],
  ['is an old one in a new copy', { changed: -SECOND, ended: -25 * HOUR }, false],
  ['was quiet for a while', { changed: -61 * SECOND, ended: -61 * SECOND }, false],
])('a run that %s is live or not', (_, { changed, ended }, expected) => {
  const endedAt = ended === undefined ? {} : { endedAt: BigInt(NOW + ended) * 1_000_000n };
  expect(isLive({ changedAt: NOW + changed, ...endedAt }, NOW)).toBe(expected);
});

function shown(status: RunStatus, changed: number, ended?: number): string {
  const endedAt = ended === undefined ? {} : { endedAt: BigInt(NOW + ended) * 1_000_000n };
  return shownStatus({ status, changedAt: NOW + changed, ...endedAt }, NOW);
}
