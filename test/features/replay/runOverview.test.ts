import { describe, expect, test } from 'vitest';
import { runOverview } from '../../../server/src/features/replay/runOverview';
import { type EntryFields, fileRecordOf } from '../../kit/fileRecordOf';
import { indexOf } from '../../runs/index/indexOf';
import { replayIn, replayOf } from './replayOf';

const START = 1_780_000_000_000n * 1_000_000n;
const SECOND = 1_000_000_000n;

describe('a run as a whole', () => {
  test('what it is, and how far its axes go', () => {
    const records = [
      fileRecordOf('logs/a b.jsonl'.replace(' ', '%20'), [
        { title: 'idea', run: 'wf_1', about: 'Team\ninvites', agent: 'a', at: START, duration: 2n * SECOND },
        { title: 'code', run: 'wf_1', agent: 'b', at: START + 60n * SECOND, duration: 30n * SECOND },
      ]),
    ];
    const replay = replayOf(records, { now: 1e12 });
    const told = runOverview(replay, {});
    expect(told).toMatchObject({
      live: false,
      lanes: { agent: 2 },
      lanesBy: 'agent',
      extent: { even: 2, time: 90_000 },
      startedAt: 1_780_000_000_000,
      has: {
        durations: true,
        nested: false,
        handoffs: true,
        why: false,
        usage: false,
        confidence: false,
        others: false,
      },
    });
    expect(told.run).toEqual({
      key: replay.run.summary.key,
      id: 'wf_1',
      title: 'Team invites',
      family: 'talk',
      status: 'succeeded',
      steps: 2,
      agents: 2,
      problems: { error: 0, warning: 0, info: 0 },
      started: expect.stringMatching(/^2026-05-2\d \d\d:\d\d UTC/),
      took: '2 min',
      files: ['logs/a b.jsonl'],
    });
  });

  test.each<[string, EntryFields[], object]>([
    [
      'nested steps',
      [
        { title: 'a', key: 'a' },
        { title: 'b', parent: 'a' },
      ],
      { nested: true },
    ],
    ['decisions', [{ title: 'a', kind: 'toolcall/trace' }], { why: true }],
    ['tokens', [{ title: 'a', effects: [{ do: 'usage', tokens: 0 }] }], { usage: true }],
    ['cost', [{ title: 'a', effects: [{ do: 'usage', cost: 1 }] }], { usage: true }],
    ['confidence', [{ title: 'a', confidence: 0 }], { confidence: true }],
    [
      'handoffs, of two agents',
      [
        { title: 'a', agent: 'a' },
        { title: 'b', agent: 'b' },
      ],
      { handoffs: true },
    ],
    ['handoffs, to who never acts', [{ title: 'a', agent: 'a', peer: 'user' }], { handoffs: true }],
    ['one agent, and steps of nobody', [{ title: 'a', agent: 'a' }, { title: 'b' }], {}],
  ])('what there is to show besides: %s', (_, told, has) => {
    const none = {
      durations: false,
      nested: false,
      handoffs: false,
      why: false,
      usage: false,
      confidence: false,
      others: false,
    };
    expect(runOverview(replayOf([fileRecordOf('a.jsonl', told)]), {}).has).toEqual({ ...none, ...has });
  });

  test('without times there is no axis of time', () => {
    const told = runOverview(replayOf([fileRecordOf('a.jsonl', [{ title: 'a' }])]), {});
    expect(told.extent).toEqual({ even: 1, time: 0, active: 0 });
    expect(told).not.toHaveProperty('startedAt');
    expect(told.run).not.toHaveProperty('started');
  });

  test.each<[string, EntryFields, number, boolean]>([
    ['it is not over, and may still run', { title: 'a', outcome: 'pending' }, 1_800_000, true],
    ['it has no end, and is long past', { title: 'a', outcome: 'pending' }, 1e9, false],
    ['something arrived just now', { title: 'a' }, 59_000, true],
    ['a clock is ahead', { title: 'a' }, -59_000, true],
    ['all is over', { title: 'a' }, 61_000, false],
  ])('it may go on: %s', (_, told, now, live) => {
    expect(runOverview(replayOf([fileRecordOf('a.jsonl', [told])], { now }), {}).live).toBe(live);
  });

  test('a run without an end is unfinished once it can no longer run', () => {
    const records = [fileRecordOf('a.jsonl', [{ title: 'a', outcome: 'pending' }])];
    expect(runOverview(replayOf(records, { now: 60_000 }), {}).run.status).toBe('running');
    expect(runOverview(replayOf(records, { now: 1e9 }), {}).run.status).toBe('unfinished');
  });

  test('why it failed, and what it used', () => {
    const told: EntryFields[] = [
      { title: 'a', effects: [{ do: 'usage', tokens: 1200 }] },
      { title: 'pay\nCard declined', outcome: 'failed', status: 'failed', effects: [{ do: 'usage', tokens: 34 }] },
    ];
    const { run, tokens } = runOverview(replayOf([fileRecordOf('a.jsonl', told)]), {});
    expect(tokens).toBe('1,234');
    expect(run).toMatchObject({ status: 'failed', reason: expect.stringContaining('Card declined') });
    expect(runOverview(replayOf([fileRecordOf('b.jsonl', [{ title: 'a' }])]), {})).not.toHaveProperty('tokens');
  });

  test('the revision of another process is another one, though the run is the same', async () => {
    const replay = replayOf([fileRecordOf('a.jsonl', [{ title: 'a' }])]);
    const { pathname } = new URL('../../../server/src/features/replay/runOverview.ts', import.meta.url);
    // A module of its own for each of two processes.
    const overviewIn = async (process: string) =>
      (await import(`${pathname}?${process}`)).runOverview as typeof runOverview;
    const [before, after] = [await overviewIn('before'), await overviewIn('after')];
    expect(after(replay, {}).revision).not.toBe(before(replay, {}).revision);
  });

  test('the revision is another one where the run is', () => {
    const index = indexOf(fileRecordOf('a.jsonl', [{ title: 'a', run: 'r' }]));
    const before = runOverview(replayIn(index, { id: 'r' }), {}).revision;
    expect(runOverview(replayIn(index, { id: 'r' }), {}).revision).toBe(before);
    index.set(fileRecordOf('a.jsonl', [{ title: 'b', run: 'r' }]));
    const after = runOverview(replayIn(index, { id: 'r' }), {});
    expect(after.revision).not.toBe(before);
    index.set(fileRecordOf('far/b.jsonl', [{ title: 'b', run: 'other' }]));
    const beside = runOverview(replayIn(index, { id: 'r' }), {});
    expect(beside).toEqual({
      ...after,
      othersRevision: beside.othersRevision,
      has: { ...after.has, others: true },
    });
    // So a list of runs to compare with is asked for again.
    expect(beside.othersRevision).not.toBe(after.othersRevision);
  });

  test('of very many files some are told', () => {
    const records = Array.from({ length: 30 }, (_, index) =>
      fileRecordOf(`f${index}.json`, [{ title: 'x', run: 'r' }]),
    );
    expect(runOverview(replayOf(records), {}).run.files).toHaveLength(20);
  });
});
