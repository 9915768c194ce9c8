import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { axisTicks } from '../../../client/webview/timeline/canvas/drawAxis';
import { scaleOf } from '../../../client/webview/timeline/laneLayout';
import type { Axis } from '../../../server/src/shared/lspExtensions';

const texts = (axis: Axis, from: number, to: number, end: number, startedAt?: number) =>
  axisTicks({ axis, scale: scaleOf({ from, to }, 1024), end, startedAt }).map(({ text }) => text);

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const at = (...parts: [number, number, number, number, number?]) => new Date(...parts).getTime();

describe('evenly spaced', () => {
  test.each<[what: string, from: number, to: number, end: number, texts: string[]]>([
    ['each of a few steps', 0, 7, 7, ['1', '2', '3', '4', '5', '6', '7']],
    [
      'the first and round numbers of many steps',
      0,
      60,
      60,
      ['1', '5', '10', '15', '20', '25', '30', '35', '40', '45', '50', '55', '60'],
    ],
    [
      'in thousands',
      0,
      10_000,
      10_000,
      ['1', '1,000', '2,000', '3,000', '4,000', '5,000', '6,000', '7,000', '8,000', '9,000', '10,000'],
    ],
    [
      'in the middle of many steps',
      49_999,
      50_004,
      100_000,
      ['50,000', '50,001', '50,002', '50,003', '50,004', '50,005'],
    ],
    ['none after the last step', 0, 3, 2, ['1', '2']],
  ])('%s', (_, from, to, end, expected) => {
    expect(texts('even', from, to, end)).toEqual(expected);
  });
});

describe('by time', () => {
  test.each<[what: string, startedAt: number, from: number, to: number, texts: string[]]>([
    ['minutes', at(2026, 10, 21, 10, 31), 0, 30 * MINUTE, ['10:35', '10:40', '10:45', '10:50', '10:55', '11:00']],
    [
      'seconds',
      at(2026, 10, 21, 10, 31),
      58 * SECOND,
      64 * SECOND,
      ['10:31:58', '10:31:59', '10:32:00', '10:32:01', '10:32:02', '10:32:03', '10:32:04'],
    ],
    [
      'less than a second',
      at(2026, 10, 21, 10, 31),
      0,
      400,
      [
        '10:31:00.000',
        '10:31:00.050',
        '10:31:00.100',
        '10:31:00.150',
        '10:31:00.200',
        '10:31:00.250',
        '10:31:00.300',
        '10:31:00.350',
        '10:31:00.400',
      ],
    ],
    [
      'past midnight',
      at(2026, 10, 21, 22, 30),
      0,
      4 * HOUR,
      ['22:30', '23:00', '23:30', '11-22', '00:30', '01:00', '01:30', '02:00', '02:30'],
    ],
    [
      'days',
      at(2026, 0, 30, 12),
      0,
      5 * 24 * HOUR,
      ['01-31', '12:00', '02-01', '12:00', '02-02', '12:00', '02-03', '12:00', '02-04', '12:00'],
    ],
  ])('%s', (what, startedAt, from, to, expected) => {
    const told = texts('time', from, to, to, startedAt);
    expect(what === 'days' ? told.slice(-expected.length) : told).toEqual(expected);
  });

  test.each<[what: string, from: number, to: number, texts: string[]]>([
    [
      'milliseconds',
      0,
      50,
      ['0 ms', '5 ms', '10 ms', '15 ms', '20 ms', '25 ms', '30 ms', '35 ms', '40 ms', '45 ms', '50 ms'],
    ],
    ['minutes', 0, 6 * MINUTE, ['0:00', '1:00', '2:00', '3:00', '4:00', '5:00', '6:00']],
    ['hours', 0, 2 * HOUR, ['0:00', '15:00', '30:00', '45:00', '1:00:00', '1:15:00', '1:30:00', '1:45:00', '2:00:00']],
    ['days', 0, 20 * 24 * HOUR, ['0 d', '2 d', '4 d', '6 d', '8 d', '10 d', '12 d', '14 d', '16 d', '18 d', '20 d']],
  ])('without a start time, counts from the start: %s', (_, from, to, expected) => {
    expect(texts('time', from, to, to)).toEqual(expected);
  });

  test('with idle time hidden, each section keeps its times', () => {
    const idle = [{ from: 10 * SECOND, to: HOUR, at: 10 * SECOND, shown: 2 * SECOND, took: '1 h' }];
    const scale = scaleOf({ from: 0, to: 22 * SECOND }, 1024);
    const ticks = axisTicks({ axis: 'active', scale, end: 22 * SECOND, idle });
    expect(ticks).toEqual([
      ...[0, 5, 10].map(second => ({ at: second * SECOND, text: `0:${String(second).padStart(2, '0')}` })),
      { at: 12 * SECOND, text: '1:00:00' },
      { at: 17 * SECOND, text: '1:00:05' },
      { at: 22 * SECOND, text: '1:00:10' },
    ]);
  });

  test('ignores a start time that is not a valid date', () => {
    expect(texts('time', 0, 6 * MINUTE, 6 * MINUTE, 1e300)[1]).toBe('1:00');
  });
});

test('ticks are visible, in order and far enough apart, in any range', () => {
  const size = fc.double({ min: 1, max: 1e13, noNaN: true });
  const from = fc.double({ min: 0, max: 1e13, noNaN: true });
  const axis = fc.constantFrom<Axis>('even', 'time', 'active');
  const idle = [{ from: 500, to: 9e9, at: 500, shown: 100, took: '104 days' }];
  fc.assert(
    fc.property(
      axis,
      from,
      size,
      fc.integer({ min: 0, max: 3000 }),
      fc.option(fc.nat(2e12), { nil: undefined }),
      (axis, from, size, width, startedAt) => {
        const scale = scaleOf({ from, to: from + size }, width);
        const ticks = axisTicks({ axis, scale, end: from + size, startedAt, idle });
        for (const [index, { at }] of ticks.entries()) {
          const x = scale.x(at);
          expect(x).toBeGreaterThanOrEqual(scale.x(from) - 2);
          expect(x).toBeLessThanOrEqual(scale.x(from + size) + 2);
          const before = ticks[index - 1];
          if (before) expect(x - scale.x(before.at)).toBeGreaterThan(54);
        }
      },
    ),
  );
});
