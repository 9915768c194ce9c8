import { describe, expect, test } from 'vitest';
import type { ReplayedRun } from '../../../server/src/features/replay/replayedRun';
import { searchSteps } from '../../../server/src/features/replay/searchSteps';
import { all, hurried, replay } from './searched';

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
    ['"span:tool"', [2]],
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
    ['café', [1]],
    ['-hello', [1, 3]],
    ['world -agent:vision', [3]],
    ['"unknown:thing"', []],
    ['"duration>1s"', []],
    ['__proto__', []],
    ['', []],
    ['   ', []],
    ['agent: idea', [0]],
    ['agent:', []],
    ['confidence<0.', []],
    ['-confidence>0', [2, 3]],
    ['-', []],
    ['"', []],
  ])('%s', (query, steps) => {
    const { matches, fault } = all(replay, query);
    expect(matches.map(({ step }) => step)).toEqual(steps);
    expect(matches.map(({ time }) => time)).toEqual(steps.map(step => step * 10));
    expect(fault).toBeUndefined();
  });

  test.each(['confidence<low', 'status:sideways idea', 'has:wings'])('what can not be understood: %s', query => {
    expect(searchSteps(replay, { query })).toEqual({
      matches: [],
      fault: expect.stringMatching(new RegExp(`^${query.split(' ', 1)}`)),
    });
  });

  test.each([
    ['duration>1s', '"duration"'],
    ['span:tool', '"span"'],
    ['-unknown:thing', '"unknown"'],
    ['constructor:x', '"constructor"'],
    ['idea staus:failed', 'did you mean status?'],
    ['agent>3', 'write agent:3'],
  ])('a key that there is none of is an error: %s', (query, said) => {
    expect(searchSteps(replay, { query })).toEqual({ matches: [], fault: expect.stringContaining(said) });
  });

  test('files are read only where all else is met', () => {
    let reads = 0;
    const reader: ReplayedRun['reader'] = {
      ...replay.reader,
      text: location => {
        reads++;
        return replay.reader.text(location);
      },
    };
    all({ ...replay, reader }, 'agent:build status:ok confidence<0.7 tool:web has:problems artifact:x');
    expect(reads).toBe(0);
    all({ ...replay, reader }, 'hello agent:vision');
    expect(reads).toBe(1);
  });

  test('a file that is gone has no words', () => {
    const gone = { ...replay, reader: { ...replay.reader, text: () => ({ fault: 'gone' }) } };
    expect(all(gone, 'hello').matches).toEqual([]);
    expect(all(gone, 'idea').matches).toHaveLength(1);
  });

  test('what takes long is done in pieces', () => {
    const first = searchSteps(replay, { query: 'hello' }, hurried());
    expect(first).toEqual({ matches: [{ step: 0, time: 0 }], cursor: expect.any(Number) });
    expect(all(replay, 'hello', hurried()).matches).toHaveLength(2);
  });

  test.each([-1, 0.5, Number.NaN, 1e300, 99])('a cursor that never was: %d', cursor => {
    const found = searchSteps(replay, { query: 'has:problems', cursor });
    expect([0, 2]).toContain(found.matches.length);
  });
});
