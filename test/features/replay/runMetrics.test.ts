import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { downsample, runMetrics } from '../../../server/src/features/replay/runMetrics';
import { fileRecordOf } from '../../kit/fileRecordOf';
import { replayOf } from './replayOf';

const SECOND = 1_000_000_000n;

const told = runMetrics(
  replayOf([
    fileRecordOf(
      'a.jsonl',
      [
        { title: 'plan', agent: 'a', key: 'p', at: 0n, duration: 10n * SECOND, confidence: 0.9 },
        { title: 'call', agent: 'a', parent: 'p', at: 2n * SECOND, duration: 3n * SECOND, outcome: 'failed' },
        {
          title: 'call',
          agent: 'a',
          parent: 'p',
          at: 9n * SECOND,
          duration: 3n * SECOND,
          effects: [{ do: 'usage', tokens: 1000, cost: 0.25 }],
        },
        { title: 'check', agent: 'b', at: 20n * SECOND, confidence: 0.5 },
        { title: 'close', agent: 'b', at: 21n * SECOND, confidence: 0.7, effects: [{ do: 'usage', tokens: 500 }] },
        { title: 'later', agent: 'b' },
      ],
      { checks: { 'line 4': { problems: { error: 1, warning: 2, info: 0 }, rules: [] } } },
    ),
  ]),
  {},
);

describe('what can be measured', () => {
  test('of the run', () => {
    expect(told.totals).toEqual([
      { name: 'Duration', value: '21 s' },
      { name: 'Steps', value: '6' },
      { name: 'Agents', value: '2' },
      { name: 'Failed', value: '1' },
      { name: 'Retries', value: '1' },
      { name: 'Longest wait', value: '8 s', about: 'before step 4' },
      { name: 'Confidence', value: '0.7 on average', about: 'lowest 0.5, at step 4' },
      { name: 'Tokens', value: '1,500' },
      { name: 'Cost', value: '$0.25' },
      { name: 'Problems', value: '3', about: '1 error, 2 warnings' },
    ]);
  });

  test('of each agent: what is nested or overlaps is busy once', () => {
    expect(told.agents).toEqual([
      {
        name: 'a',
        lane: 0,
        steps: 3,
        failed: 1,
        retries: 1,
        problems: 0,
        busy: 12_000,
        waited: 4000,
        confidence: 0.9,
        tokens: 1000,
        cost: 0.25,
      },
      {
        name: 'b',
        lane: 1,
        steps: 3,
        failed: 0,
        retries: 0,
        problems: 3,
        waited: 9000,
        confidence: expect.closeTo(0.6),
        tokens: 500,
      },
    ]);
  });

  test('how it went on', () => {
    expect(told.confidence).toEqual([
      { step: 0, value: 0.9 },
      { step: 3, value: 0.5 },
      { step: 4, value: 0.7 },
    ]);
    expect(told.waits.map(({ value }) => value)).toEqual([0, 4000, 8000, 1000]);
    expect(told.tokens).toEqual([
      { step: 2, value: 1000 },
      { step: 4, value: 1500 },
    ]);
    expect(told.cost).toEqual([{ step: 2, value: 0.25 }]);
  });

  test('what is not known is left out', () => {
    const { totals, agents, ...others } = runMetrics(replayOf([fileRecordOf('a.jsonl', [{ title: 'x' }])]), {});
    expect(totals.map(({ name }) => name)).toEqual(['Steps', 'Agents', 'Failed', 'Retries', 'Problems']);
    expect(agents).toEqual([{ name: 'talk', lane: 0, steps: 1, failed: 0, retries: 0, problems: 0 }]);
    const kinds = [{ name: 'message', icon: 'comment', steps: 1 }];
    const none = { models: [], kinds, slowest: [], mostTokens: [], costliest: [] };
    expect(others).toEqual({ confidence: [], waits: [], tokens: [], cost: [], ...none });
  });

  test('tokens by model, and the steps that took most', () => {
    const used = (tokens: number, input: number) => ({ do: 'usage' as const, tokens, input, cost: 0.5 });
    const { models, slowest, mostTokens, costliest, kinds } = runMetrics(
      replayOf([
        fileRecordOf('a.jsonl', [
          { title: 'all', key: 'k', at: 0n, duration: 90n * SECOND },
          { title: 'ask', parent: 'k', at: 1n, duration: 2n * SECOND, model: 'small', effects: [used(10, 8)] },
          { title: 'again', parent: 'k', at: 2n, duration: 5n * SECOND, model: 'small', effects: [used(30, 20)] },
          { title: 'think', parent: 'k', at: 3n, model: 'large', effects: [{ do: 'usage', tokens: 100 }] },
          {
            title: 'look',
            parent: 'k',
            at: 4n,
            duration: SECOND,
            model: 'small',
            effects: [{ do: 'call', tool: 'look' }],
          },
          { title: 'someone', parent: 'k', at: 5n, effects: [{ do: 'usage', tokens: 1 }] },
        ]),
      ]),
      {},
    );
    expect(models).toEqual([
      { name: 'large', calls: 1, tokens: 100 },
      { name: 'small', calls: 2, tokens: 40, input: 28, cost: 1 },
      { name: '', calls: 1, tokens: 1 },
    ]);
    // What encloses others is not slow by itself.
    expect(slowest.map(({ step, text }) => [step, text])).toEqual([
      [2, '5 s'],
      [1, '2 s'],
      [4, '1 s'],
    ]);
    expect(mostTokens.map(({ title, text, model }) => [title, text, model])).toEqual([
      ['think', '100 tokens', 'large'],
      ['again', '30 tokens', 'small'],
      ['ask', '10 tokens', 'small'],
      ['someone', '1 token', undefined],
    ]);
    expect(costliest.map(({ title, text }) => [title, text])).toEqual([
      ['ask', '$0.5'],
      ['again', '$0.5'],
    ]);
    // Of what encloses others the time in which none of them ran.
    expect(kinds.map(({ name, steps, time }) => [name, steps, time && Math.round(time / 1000)])).toEqual([
      ['message', 6, 85 + 2 + 5 + 1],
    ]);
  });

  test('a call whose cost nobody tells has the price of its model', () => {
    const used = { do: 'usage' as const, tokens: 3000, input: 2000, cached: 500, output: 1000 };
    const replay = replayOf([
      fileRecordOf('a.jsonl', [
        { title: 'ask', model: 'small-2026-01', effects: [used] },
        { title: 'told', model: 'small-2026-01', effects: [{ ...used, cost: 1 }] },
        { title: 'free', model: 'other', effects: [used] },
        { title: 'vague', model: 'small', effects: [{ do: 'usage', tokens: 9 }] },
      ]),
    ]);
    const prices = { small: { input: 9, output: 9 }, 'small-2026': { input: 2, cached: 1, output: 10 } };
    const { models, totals, costliest } = runMetrics({ ...replay, prices }, {});
    // 1,500 at $2, 500 at $1 and 1,000 at $10 for a million.
    expect(models.find(({ name }) => name === 'small-2026-01')).toMatchObject({ cost: 1.0135, priced: 0.0135 });
    expect(models.filter(({ cost }) => cost !== undefined)).toHaveLength(1);
    expect(totals.find(({ name }) => name === 'Cost')).toEqual({
      name: 'Cost',
      value: '$1.01',
      about: '$0.0135 of it by your prices',
    });
    expect(costliest.map(({ title, text }) => [title, text])).toEqual([
      ['told', '$1'],
      ['ask', '$0.0135'],
    ]);
    // No price is assumed.
    expect(runMetrics(replay, {}).totals.find(({ name }) => name === 'Cost')).toEqual({ name: 'Cost', value: '$1' });
  });

  test('of very many agents those that did the most', () => {
    const steps = Array.from({ length: 1100 }, (_, index) => ({ title: 'x', agent: `a${index % 1000}` }));
    const { agents, moreAgents } = runMetrics(replayOf([fileRecordOf('a.jsonl', steps)]), {});
    expect(agents.map(({ lane, steps }) => [lane, steps])).toEqual(
      Array.from({ length: 100 }, (_, index) => [index, 2]),
    );
    expect(moreAgents).toBe(900);
  });
});

describe('points thinned out', () => {
  const values = fc.array(fc.oneof({ weight: 4, arbitrary: fc.double({ noNaN: true }) }, fc.constant(Number.NaN)));

  test('are those that there are, in order; the first, the last, the lowest and the highest stay', () => {
    fc.assert(
      fc.property(values, fc.integer({ min: 4, max: 20 }), (list, most) => {
        const points = list.flatMap((value, step) => (Number.isNaN(value) ? [] : [{ step, value }]));
        const kept = downsample(Float64Array.from(list), most);
        const steps = kept.map(({ step }) => step);
        expect(kept).toEqual(points.filter(({ step }) => steps.includes(step)));
        expect(kept.length).toBeLessThanOrEqual(most);
        if (points.length <= most) expect(kept).toEqual(points);
        if (points.length === 0) return;
        expect([kept[0], kept.at(-1)]).toEqual([points[0], points.at(-1)]);
        const all = points.map(({ value }) => value);
        const shown = kept.map(({ value }) => value);
        expect([Math.min(...shown), Math.max(...shown)]).toEqual([Math.min(...all), Math.max(...all)]);
      }),
    );
  });

  test('are 300 at most', () => {
    const many = Float64Array.from({ length: 100_000 }, (_, step) => Math.sin(step / 100));
    expect(downsample(many).length).toBeLessThanOrEqual(300);
    expect(downsample(many).length).toBeGreaterThan(200);
  });
});
