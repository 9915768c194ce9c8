import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { replayState } from '../../../server/src/features/replay/replayState';
import type { Effect } from '../../../server/src/model/run';
import { sixteenth } from '../../kit/amount';
import { type EntryFields, fileRecordOf } from '../../kit/fileRecordOf';
import { fastest } from '../../kit/timing';
import { computeRunState } from '../../runs/foldedState';
import { replayOf } from './replayOf';

describe('the state after a step', () => {
  test('it is what a fold over all steps up to it says', () => {
    const effect: fc.Arbitrary<Effect> = fc.oneof(
      fc.record({ do: fc.constant('write' as const), path: fc.constantFrom('a', 'b'), operation: fc.constant('x') }),
      fc.record({
        do: fc.constantFrom('gap' as const, 'question' as const),
        id: fc.constantFrom('a', 'b'),
        status: fc.constantFrom('pending', 'resolved'),
      }),
      fc.record({ do: fc.constantFrom('decision' as const, 'note' as const), text: fc.constantFrom('a', 'b') }),
    );
    fc.assert(
      fc.property(fc.array(fc.array(effect, { maxLength: 4 }), { minLength: 1, maxLength: 10 }), all => {
        const random = replayOf([
          fileRecordOf(
            'a.jsonl',
            all.map(effects => ({ title: 't', effects })),
          ),
        ]);
        for (let step = 0; step < all.length; step++) {
          const fold = computeRunState(random.run, step);
          const { sections } = replayState(random, { step });
          for (const id of ['artifacts', 'gaps', 'questions', 'decisions', 'notes'] as const) {
            const rows = sections.find(section => section.id === id)?.rows ?? [];
            expect(rows.map(row => row.step)).toEqual(fold[id].map(one => one.step));
            expect(rows.map(row => row.name)).toEqual(
              fold[id].map(one => ('path' in one ? one.path : 'id' in one ? one.id : one.text)),
            );
          }
          const gaps = sections.find(({ id }) => id === 'gaps');
          expect(gaps?.open ?? 0).toBe(fold.gaps.filter(({ open }) => open).length);
        }
      }),
      { numRuns: sixteenth(40) },
    );
  });
});

test('of five thousand steps the state is told at once', () => {
  const told = Array.from({ length: 5000 }, (_, index): EntryFields => {
    const effects: Effect[] = [
      { do: 'write', path: `src/${index % 1500}.ts`, operation: 'update' },
      { do: 'gap', id: `G-${index % 900}`, status: index % 3 === 0 ? 'resolved' : 'pending' },
      { do: 'decision', text: 'so' },
    ];
    return { title: 't', agent: `agent ${index % 7}`, confidence: 0.5, effects };
  });
  const long = replayOf([fileRecordOf('a.jsonl', told)]);
  replayState(long, { step: 0 });
  const often = () => {
    for (let step = 49; step < 5000; step += 50) replayState(long, { step });
  };
  // Measured on a busy machine: 0.6 ms, where a fold takes 15.
  expect(fastest(2, often) / 100).toBeLessThan(fastest(3, () => computeRunState(long.run)) / 10 + 2);
});
