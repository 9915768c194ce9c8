import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AgentColumn, type Direction, sortedAgents } from '../../../client/webview/tabs/metrics/AgentsTable';
import { chartScale, roundedUp } from '../../../client/webview/tabs/metrics/ChartPlot';
import { seriesSummary } from '../../../client/webview/tabs/metrics/MetricsTab';
import { numberText, shortNumber } from '../../../client/webview/ui/numberTexts';
import type { AgentMetrics } from '../../../server/src/shared/lspExtensions';

describe('agents sorted by a column', () => {
  const none = { failed: 0, retries: 0, problems: 0 };
  const agents: AgentMetrics[] = [
    { name: 'agent 10', lane: 0, steps: 2, ...none, tokens: 5 },
    { name: 'agent 9', lane: 1, steps: 2, ...none },
    { name: '', lane: 2, steps: 7, ...none, tokens: 50 },
  ];
  test.each<[AgentColumn, Direction, number[]]>([
    ['name', 'ascending', [2, 1, 0]],
    ['name', 'descending', [0, 1, 2]],
    ['steps', 'descending', [2, 0, 1]],
    ['steps', 'ascending', [0, 1, 2]],
    // Unknown values come last in either order.
    ['tokens', 'ascending', [0, 2, 1]],
    ['tokens', 'descending', [2, 0, 1]],
    ['cost', 'descending', [0, 1, 2]],
  ])('%s %s', (column, direction, lanes) => {
    expect(sortedAgents(agents, column, direction).map(({ lane }) => lane)).toEqual(lanes);
  });
});

describe('a chart', () => {
  const area = { left: 40, right: 240, top: 10, bottom: 110 };
  const points = [0, 10, 11, 40, 99].map(step => ({ step, value: step * 2 }));

  test('spans its whole width', () => {
    const { x, y, ticks } = chartScale(points, 100, area);
    expect([x(0), x(99), x(500)]).toEqual([40, 240, 240]);
    expect([y(0), y(200), y(-5), y(900)]).toEqual([110, 10, 110, 10]);
    expect(ticks).toEqual([100, 200]);
  });

  test('has a scale for a run of one step, and for values that are all zero', () => {
    const { x, y } = chartScale([{ step: 0, value: 0 }], 1, area);
    expect([x(0), y(0)]).toEqual([40, 110]);
  });

  test('finds the nearest point', () => {
    const { x, nearest } = chartScale(points, 100, area);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99 }), step => {
        const found = points[nearest(x(step))]?.step ?? Number.NaN;
        const best = Math.min(...points.map(point => Math.abs(point.step - step)));
        expect(Math.abs(found - step)).toBe(best);
      }),
    );
    const pair = [
      { step: 2, value: 0 },
      { step: 4, value: 0 },
    ];
    const between = chartScale(pair, 7, area);
    expect([2.9, 3, 3.1].map(step => between.nearest(between.x(step)))).toEqual([0, 0, 1]);
    expect(nearest(-1000)).toBe(0);
    expect(nearest(1000)).toBe(4);
  });

  test.each([
    [0, 1],
    [Number.POSITIVE_INFINITY, 1],
    [0.62, 0.8],
    [1, 1],
    [41_202, 50_000],
    [98, 100],
  ])('%d is on an axis up to %d', (value, top) => {
    expect(roundedUp(value)).toBeCloseTo(top);
  });

  test('has a description', () => {
    const words = (values: number[]) =>
      seriesSummary(
        values.map((value, step) => ({ step, value })),
        value => value.toFixed(2),
      );
    expect(words([0.9, 0.62, 0.93])).toBe('3 points, from 0.90 to 0.93; lowest 0.62 at step 2, highest 0.93 at step 3');
    expect(words([0.9])).toBe('1 point, 0.90 at step 1');
    expect(words([])).toBe('no points');
  });
});

test.each([
  [12_345, '12,345', '12.3K'],
  [0.12345, '0.123', '0.123'],
  [0, '0', '0'],
  [1234.5, '1,235', '1.23K'],
  [3_433_500, '3,433,500', '3.43M'],
])('formats %d', (value, text, short) => {
  expect(numberText(value)).toBe(text);
  expect(shortNumber(value)).toBe(short);
});
