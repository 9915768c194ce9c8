import { describe, expect, test } from 'vitest';
import { type EntryFields, fileRecordOf } from '../../kit/fileRecordOf';
import { indexOf } from '../../runs/index/indexOf';
import { AROUND, childrenOf, VIEW } from './shownTree';

describe('pages', () => {
  test('a thousand runs, however they are grouped', () => {
    const told: EntryFields[] = Array.from({ length: 1000 }, (_, i) => ({
      title: 'x',
      run: `r${i}`,
      agent: `a${i % 7}`,
    }));
    const index = indexOf(fileRecordOf('a.jsonl', told));
    expect(childrenOf(index, VIEW, AROUND)).toHaveLength(1000);
    for (const group of ['family', 'day', 'status', 'agent'] as const) {
      const groups = childrenOf(index, { ...VIEW, group }, AROUND);
      const runs = groups.flatMap(one => childrenOf(index, { ...VIEW, group }, AROUND, one));
      expect(new Set(runs.map(({ run }) => run)).size).toBe(1000);
    }
  });
});
