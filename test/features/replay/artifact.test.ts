import { describe, expect, test } from 'vitest';
import { artifact, changes } from '../../../server/src/features/replay/offlineQuestions';
import { fileRecordOf } from '../../kit/fileRecordOf';
import { replayOf } from './replayOf';

const output = (artifacts: object[]) =>
  JSON.stringify({ success: true, summary: 's', artifacts, recommendation: 'proceed' });
const written = (path: string, operation: string, content: string) => ({ path, operation, content });

describe('what an artifact holds', () => {
  const carrying = replayOf({
    'log.jsonl': [
      output([written('a.ts', 'create', 'one'), written('b.ts', 'create', '...')]),
      output([written('a.ts', 'update', 'two')]),
      output([written('a.ts', 'update', '...')]),
      output([written('c.ts', 'create', '')]),
      output([written('a.ts', 'update', 'three\n...\n'), written('a.ts', 'update', 'four')]),
    ].join('\n'),
    'a.ts': '',
  });

  test.each<[number, string, 'before' | 'after', object]>([
    [0, 'a.ts', 'before', { fault: 'No step has written it yet.' }],
    [0, 'a.ts', 'after', { text: 'one', step: 0 }],
    [1, 'a.ts', 'before', { text: 'one', step: 0 }],
    [1, 'a.ts', 'after', { text: 'two', step: 1 }],
    [2, 'a.ts', 'after', { text: 'two', step: 1 }],
    [3, 'a.ts', 'before', { text: 'two', step: 1 }],
    [4, 'a.ts', 'before', { text: 'two', step: 1 }],
    [4, 'a.ts', 'after', { text: 'four', step: 4 }],
    [3, 'c.ts', 'after', { text: '', step: 3 }],
    [0, 'b.ts', 'after', { fault: expect.stringContaining('do not contain its content'), step: 0 }],
    [0, '__proto__', 'after', { fault: 'No step has written it yet.' }],
  ])('step %i, %s, %s', (step, path, version, expected) => {
    const { uri, ...held } = artifact(carrying, { step, path, version });
    expect(held).toEqual(expected);
    expect(uri).toBe(path === 'a.ts' ? 'file:///work/a.ts' : undefined);
  });

  test('the changes tell whether there is any', () => {
    const told = (step: number) => changes(carrying, { step }).rows.map(row => row.artifact);
    expect(told(0)).toEqual([
      { path: 'a.ts', hasContent: true },
      { path: 'b.ts', hasContent: false },
    ]);
    expect(told(2)).toEqual([{ path: 'a.ts', hasContent: false, earlier: 1 }]);
  });

  test('what was deleted holds nothing', () => {
    const deleted = replayOf([
      fileRecordOf('a.jsonl', [{ title: 't', effects: [{ do: 'write', path: 'a.ts', operation: 'delete' }] }]),
    ]);
    expect(artifact(deleted, { step: 0, path: 'a.ts', version: 'after' })).toEqual({ text: '', step: 0 });
    expect(() => artifact(deleted, { step: 1, path: 'a.ts', version: 'after' })).toThrow(RangeError);
  });
});
