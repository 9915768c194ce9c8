import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Replay } from '../../../server/src/features/replay/replay';
import { searchRun } from '../../../server/src/features/replay/searchRun';
import type { Found } from '../../../server/src/model/replay';
import { recordOf } from '../../kit/records';
import { replayOf } from './replayOf';

const MS = 1_000_000n;

const replay = replayOf(
  [
    recordOf(
      'a.jsonl',
      [
        { title: 'Idea', run: 'r', agent: 'vision', peer: 'Build', key: 'msg_7', at: 0n, confidence: 0.9 },
        {
          title: 'Draft it',
          run: 'r',
          agent: 'build',
          key: 'p',
          at: 10n * MS,
          confidence: 0.6,
          effects: [
            { do: 'call', tool: 'search_web' },
            { do: 'write', path: 'src/Invite.tsx', operation: 'create' },
            { do: 'usage', tokens: 5 },
          ],
        },
        { title: 'nested', run: 'r', parent: 'p', at: 20n * MS, outcome: 'failed', kind: 'talk/span:tool' },
        {
          title: 'review',
          run: 'r',
          agent: 'spec writer',
          at: 30n * MS,
          outcome: 'pending',
          effects: [{ do: 'gap', id: 'G-1', status: 'open', text: 'Why REST?' }],
        },
      ],
      {
        checks: {
          'line 2': { problems: { error: 0, warning: 1, info: 0 }, rules: ['talk/unsure'] },
          'line 4': { problems: { error: 1, warning: 0, info: 0 }, rules: ['talk/no-review'] },
        },
      },
    ),
  ],
  {
    texts: { 'a.jsonl': '{"said":"Hello world"}\n{}\n{"said":"hello there"}\n{"said":"world"}\n' },
    readings: {
      problems: ({ part }) => [
        { severity: 'warning', message: '', rule: part === 'line 2' ? 'talk/unsure' : 'talk/no-review', path: [] },
      ],
    },
  },
);

describe('a search in a run', () => {
  test.each<[string, number[]]>([
    ['idea', [0]],
    ['"draft it"', [1]],
    ['"it draft"', []],
    ['msg_7', [0]],
    ['build', [0, 1]],
    ['agent:build', [1, 2]],
    ['-agent:build', [0, 3]],
    ['agent:"spec wri', [3]],
    ['peer:build', [0]],
    ['id:MSG', [0]],
    ['kind:tool', [2]],
    ['span:tool', [2]],
    ['tool:web', [1]],
    ['artifact:invite', [1]],
    ['invite.tsx', [1]],
    ['rest?', [3]],
    ['status:fail', [2]],
    ['status:error', [2]],
    ['status:ok', [0, 1]],
    ['-status:ok', [2, 3]],
    ['status:pend agent:spec', [3]],
    ['has:problems', [1, 3]],
    ['has:err', [3]],
    ['has:warn', [1]],
    ['has:usage', [1]],
    ['has:conf', [0, 1]],
    ['confidence<0.7', [1]],
    ['-confidence<0.7', [0, 2, 3]],
    ['confidence>=0.6 agent:vision', [0]],
    ['confidence:0.9', [0]],
    ['rule:unsure', [1]],
    ['rule:talk', [1, 3]],
    ['-rule:talk', [0, 2]],
    ['hello', [0, 2]],
    ['HELLO world', [0]],
    ['"hello world"', [0]],
    ['-hello', [1, 3]],
    ['world -agent:vision', [3]],
    ['unknown:thing', []],
    ['constructor:x', []],
    ['__proto__', []],
    ['', []],
    ['   ', []],
    ['agent: idea', [0]],
    ['agent:', []],
    ['confidence<0.', []],
    ['-', []],
    ['"', []],
  ])('%s', (query, steps) => {
    const { matches, fault } = all(replay, query);
    expect(matches.map(({ step }) => step)).toEqual(steps);
    expect(matches.map(({ time }) => time)).toEqual(steps.map(step => step * 10));
    expect(fault).toBeUndefined();
  });

  test.each(['confidence<low', 'status:sideways idea', 'has:wings'])('what can not be understood: %s', query => {
    expect(searchRun(replay, { query })).toEqual({
      matches: [],
      fault: expect.stringMatching(new RegExp(`^${query.split(' ', 1)}`)),
    });
  });

  test('is never refused, and says the same in pieces', () => {
    const pieces = fc.array(
      fc.constantFrom('agent:', '-', '"', ' ', 'hello', 'confidence<', '0.', ':', '\\', 'has:', 'rule:', 'x'),
      { maxLength: 8 },
    );
    const query = fc.oneof(
      fc.string(),
      pieces.map(all => all.join('')),
    );
    fc.assert(
      fc.property(query, query => {
        const whole = searchRun(replay, { query }, () => 0);
        expect(whole.cursor).toBeUndefined();
        expect(all(replay, query, hurried()).matches).toEqual(whole.matches);
      }),
    );
  });

  test('files are read only where all else is met', () => {
    let reads = 0;
    const readings: Replay['readings'] = {
      ...replay.readings,
      text: source => {
        reads++;
        return replay.readings.text(source);
      },
    };
    all({ ...replay, readings }, 'agent:build status:ok confidence<0.7 tool:web has:problems artifact:x');
    expect(reads).toBe(0);
    all({ ...replay, readings }, 'hello agent:vision');
    expect(reads).toBe(1);
  });

  test('a file that is gone has no words', () => {
    const gone = { ...replay, readings: { ...replay.readings, text: () => ({ fault: 'gone' }) } };
    expect(all(gone, 'hello').matches).toEqual([]);
    expect(all(gone, 'idea').matches).toHaveLength(1);
  });

  test('what takes long is done in pieces', () => {
    const first = searchRun(replay, { query: 'hello' }, hurried());
    expect(first).toEqual({ matches: [{ step: 0, time: 0 }], cursor: expect.any(Number) });
    expect(all(replay, 'hello', hurried()).matches).toHaveLength(2);
  });

  test('2,000 matches are enough, in however many pieces', () => {
    const many = replayOf([
      recordOf(
        'a.jsonl',
        Array.from({ length: 5000 }, () => ({ title: 'x' })),
      ),
    ]);
    expect(all(many, 'x').matches).toHaveLength(2000);
    const { matches } = all(many, 'x', hurried());
    expect(matches).toHaveLength(2000);
    expect(new Set(matches.map(({ step }) => step)).size).toBe(2000);
  });

  test.each([-1, 0.5, Number.NaN, 1e300, 99])('a cursor that never was: %d', cursor => {
    const found = searchRun(replay, { query: 'has:problems', cursor });
    expect([0, 2]).toContain(found.matches.length);
  });
});

/** A clock by which all takes long. */
function hurried(): () => number {
  let now = 0;
  return () => {
    now += 1000;
    return now;
  };
}

function all(replay: Replay, query: string, clock?: () => number): Found {
  const found: Found = { matches: [] };
  let cursor: number | undefined;
  do {
    const piece = searchRun(replay, { query, ...(cursor !== undefined && { cursor }) }, clock);
    found.matches.push(...piece.matches);
    if (piece.fault !== undefined) found.fault = piece.fault;
    cursor = piece.cursor;
  } while (cursor !== undefined);
  return found;
}
