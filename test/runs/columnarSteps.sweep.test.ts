import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { columnarSteps } from '../../server/src/runs/columnarSteps';
import { type EntryFields, fileRecordOf } from '../kit/fileRecordOf';
import { indexOf, runOf } from './index/indexOf';

describe('the columns of a run', () => {
  test('a parent precedes its nested steps, for any files', () => {
    const key = fc.constantFrom('a', 'b', 'c', 'd');
    const told = fc.record(
      { title: fc.constant('x'), key, parent: key, order: fc.nat(3), at: fc.nat(5).map(BigInt) },
      { requiredKeys: ['title'] },
    );
    fc.assert(
      fc.property(fc.array(told, { minLength: 1, maxLength: 6 }), fc.array(told, { maxLength: 4 }), (one, other) => {
        const inRun = (all: readonly EntryFields[]) => all.map(each => ({ run: 'r', ...each }));
        const index = indexOf(fileRecordOf('a.jsonl', inRun(one)), fileRecordOf('b.jsonl', inRun(other)));
        const { parent, depth, holds, start, count } = columnarSteps(runOf(index, 'r'), 'Talk');
        const held = new Array<number>(count).fill(0);
        for (let step = 0; step < count; step++) {
          const above = parent[step] as number;
          expect(above).toBeLessThan(step);
          expect(start[step]).toBeGreaterThanOrEqual(0);
          expect(depth[step]).toBe(above < 0 ? 0 : (depth[above] as number) + 1);
          for (let at = above; at >= 0; at = parent[at] as number) held[at] = (held[at] as number) + 1;
        }
        expect([...holds]).toEqual(held);
      }),
    );
  });
});
