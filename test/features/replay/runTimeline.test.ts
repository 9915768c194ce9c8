import { describe, expect, test } from 'vitest';
import { laneChoices } from '../../../server/src/features/replay/timelineLanes';
import type { LanesBy, TimelineBar, TimelineParams } from '../../../server/src/shared/replay';
import { MS, OPEN, replayOfSteps, whole } from './timelines';

const nested = replayOfSteps([
  { title: 'plan', agent: 'a', key: 'p', at: 0n, duration: 100n * MS, confidence: 0.5 },
  { title: 'call', agent: 'a', key: 'c', parent: 'p', at: 10n * MS, duration: 30n * MS },
  { title: 'call', agent: 'a', parent: 'p', at: 50n * MS, duration: 30n * MS, outcome: 'failed' },
  { title: 'deep', agent: 'a', parent: 'c', at: 20n * MS, duration: 10n * MS },
  { title: 'else', agent: 'b', peer: 'a', at: 60n * MS, duration: 90n * MS },
  { title: 'both', agent: 'b', at: 70n * MS, duration: 10n * MS, effects: [{ do: 'budget', state: 'low' }] },
  { title: 'end', agent: 'a', at: 150n * MS },
]);

describe('a timeline', () => {
  test('bars by real duration; what is nested or overlaps stands below', () => {
    const { heights, lanes } = whole(nested, 'time');
    expect(heights).toEqual([3, 2]);
    expect(lanes.map(({ lane, name, steps, bars }) => ({ lane, name, steps, bars: bars.map(shortly) }))).toEqual([
      {
        lane: 0,
        name: 'a',
        steps: 5,
        bars: [
          '0: 0-100 row 0 ok',
          '6: 150-150 row 0 ok',
          '1: 10-40 row 1 ok',
          '3: 50-80 row 1 failed error',
          '2: 20-30 row 2 ok',
        ],
      },
      { lane: 1, name: 'b', steps: 2, bars: ['4: 60-150 row 0 ok', '5: 70-80 row 1 ok budget'] },
    ]);
    expect(lanes[0]?.bars[0]).toMatchObject({ label: '1 · plan', confidence: 0.5, holds: 3 });
  });

  test('evenly spaced a step takes one place', () => {
    const { lanes } = whole(nested, 'even');
    expect(lanes[0]?.bars.map(shortly)).toEqual([
      '0: 0-1 row 0 ok',
      '6: 6-7 row 0 ok',
      '1: 1-2 row 1 ok',
      '3: 3-4 row 1 failed error',
      '2: 2-3 row 2 ok',
    ]);
  });

  test('lanes by kind are in a fixed order; a lane by service has what is nested in its steps', () => {
    const replay = replayOfSteps([
      { title: 'ask', kind: 'otlp/span:llm', service: 'shop', key: 'm', at: 0n },
      { title: 'look up', kind: 'otlp/span:tool', parent: 'm', at: 1n },
      { title: 'plan', kind: 'otlp/span:chain', at: 2n },
    ]);
    const named = (by: LanesBy) =>
      whole(replay, 'even', { by }).lanes.map(({ name, icon, bars }) => [name, icon, bars.map(({ step }) => step)]);
    expect(named('kind')).toEqual([
      ['chain', 'list-tree', [2]],
      ['model', 'sparkle', [0]],
      ['tool', 'tools', [1]],
    ]);
    expect(named('service').map(([name, , steps]) => [name, steps])).toEqual([
      ['shop', [0, 1]],
      ['OpenTelemetry', [2]],
    ]);
    expect(named('agent').map(([name]) => name)).toEqual(['OpenTelemetry']);
    expect(laneChoices(replay.run)).toEqual({ lanes: { agent: 1, kind: 3, service: 2 }, lanesBy: 'kind' });
  });

  test('what is folded is hidden in the step that it is in', () => {
    const folded = { all: true, but: [0] };
    const { lanes, heights } = whole(nested, 'time', { folded });
    expect(heights).toEqual([2, 2]);
    expect(lanes[0]?.bars.map(({ step, hides, holds }) => [step, hides, holds])).toEqual([
      [0, undefined, 3],
      [6, undefined, undefined],
      [1, 1, undefined],
      [3, undefined, undefined],
    ]);
  });

  test('what is too thin to be told apart is one bar, with the worst of it', () => {
    const { lanes } = whole(nested, 'even', { width: 3 });
    const [bar, ...others] = lanes[1]?.bars ?? [];
    expect(others).toEqual([]);
    expect(bar).toMatchObject({ step: 4, count: 2, from: 4, to: 6, marks: ['budget'] });
    expect(bar).not.toHaveProperty('label');
  });

  test.each<[string, Partial<TimelineParams>, number[][]]>([
    ['a piece of the axis', { from: 110, to: 150 }, [[6], [4]]],
    ['between two bars', { from: 101, to: 102 }, [[], [4]]],
    ['one lane', { lanes: { from: 1, count: 1 } }, [[4, 5]]],
    ['no lane', { lanes: { from: 7, count: 1 } }, []],
    ['past the end', { from: 1000, to: 2000 }, [[], []]],
    ['turned round', { from: 100, to: 10 }, [[0], [4]]],
    ['no numbers', { from: Number.NaN, to: Number.NaN, width: Number.NaN }, [[0], []]],
  ])('told is what is in view: %s', (_, more, expected) => {
    expect(whole(nested, 'time', more).lanes.map(({ bars }) => bars.map(({ step }) => step))).toEqual(expected);
    expect(whole(nested, 'time', more).heights).toEqual([3, 2]);
  });

  test('a handoff is an arrow between lanes; it comes from where what it comes from is hidden', () => {
    const [arrow, ...others] = whole(nested, 'time').arrows.filter(({ to }) => to.lane === 0);
    expect(others).toEqual([]);
    expect(arrow).toEqual({
      from: { lane: 1, row: 0, at: 150 },
      to: { lane: 0, row: 0, at: 150 },
      step: 4,
      taken: 6,
      count: 1,
      ...(arrow?.back && { back: true }),
    });
    const replay = replayOfSteps([
      { title: 'plan', agent: 'a', key: 'p', at: 0n, duration: 100n * MS },
      { title: 'say', agent: 'a', peer: 'b', parent: 'p', at: 10n * MS, duration: 10n * MS },
      { title: 'do', agent: 'b', at: 30n * MS },
    ]);
    const ends = (folded: TimelineParams['folded']) =>
      whole(replay, 'time', { folded }).arrows.map(({ step, taken, from }) => [step, taken, from.at, from.row]);
    expect(ends(OPEN)).toEqual([[1, 2, 20, 1]]);
    expect(ends({ all: true, but: [] })).toEqual([[0, 2, 30, 0]]);
  });

  test('where more overlap than there are rows, those in the last row are one bar', () => {
    const replay = replayOfSteps(
      Array.from({ length: 12 }, (_, index) => ({
        title: 'x',
        agent: 'a',
        at: BigInt(index) * MS,
        duration: 100n * MS,
        outcome: index === 10 ? 'pending' : 'ok',
      })),
    );
    const { heights, lanes } = whole(replay, 'time');
    expect(heights).toEqual([8]);
    expect(lanes[0]?.bars.map(({ step, count, outcome }) => [step, count, outcome])).toEqual([
      ...[0, 1, 2, 3, 4, 5, 6].map(step => [step, 1, 'ok']),
      [7, 5, 'pending'],
    ]);
  });
});

function shortly({ step, from, to, row, outcome, marks }: TimelineBar): string {
  return [`${step}: ${from}-${to} row ${row} ${outcome}`, ...marks].join(' ');
}
