import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Effect } from '../../server/src/model/run';
import type { RunIndex } from '../../server/src/runs/index/runIndex';
import type { Entry } from '../../server/src/runs/reading/fileRecord';
import { sixteenth } from '../kit/amount';
import { corpusMissing } from '../kit/corpus';
import { fileRecordOf } from '../kit/fileRecordOf';
import { corpusRuns, sampleRuns } from '../kit/realRuns';
import { indexOf, runOf } from '../runs/index/indexOf';
import { readAgain, spansIn, toldBy, written, writtenAsTrajectory } from './readAgain';

describe('a run that is written and read again', () => {
  const word = fc.constantFrom('plan', 'build', 'review it', '__proto__', 'ü — 🙂', 'constructor');
  const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
  const effect: fc.Arbitrary<Effect> = fc.oneof(
    fc.record({ do: fc.constant('write' as const), path: word, operation: word }),
    fc.record({ do: fc.constant('note' as const), text: word }),
    fc.record({ do: fc.constant('gap' as const), id: word, status: word }),
    fc.record({ do: fc.constant('handoff' as const), to: word }),
    fc.record({ do: fc.constant('call' as const), id: word, tool: word }),
    fc.record({ do: fc.constant('result' as const), ok: fc.boolean() }),
    fc.record({
      do: fc.constant('usage' as const),
      tokens: fc.nat(),
      cost: fc.double({ min: 0, max: 9, noNaN: true }),
    }),
  );
  const entry = fc.record({
    title: word,
    run: fc.constant('r'),
    key: optional(fc.constantFrom('k1', 'k2', 'b'.repeat(16), '0'.repeat(16))),
    parent: optional(fc.constantFrom('k1', 'k2', 'b'.repeat(16))),
    agent: optional(word),
    peer: optional(word),
    at: optional(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n })),
    duration: optional(fc.bigInt({ min: 0n, max: 10n ** 19n })),
    confidence: optional(fc.double({ min: 0, max: 1, noNaN: true }).map(value => value + 0)),
    outcome: fc.constantFrom('ok' as const, 'failed' as const, 'pending' as const, 'unknown' as const),
    status: optional(fc.constantFrom('running' as const, 'cancelled' as const, 'unknown' as const)),
    about: optional(word),
    failure: optional(word),
    kind: fc.constantFrom('talk/message', 'otlp/span:llm', 'otlp/span', 'agent-io/event:x'),
    effects: optional(fc.array(effect, { maxLength: 3 })),
  });

  test('is the same, whatever it tells', () => {
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 8 }), entries => {
        const told = entries.map(one =>
          Object.fromEntries(Object.entries({ ...one, space: 's' }).filter(([, value]) => value !== undefined)),
        );
        const run = runOf(
          indexOf(fileRecordOf('x.jsonl', told as unknown as (Partial<Entry> & { title: string })[])),
          'r',
        );
        const text = written(run);
        expect(toldBy(readAgain(text))).toEqual(toldBy(run));
        expect(toldBy(readAgain(writtenAsTrajectory(run)))).toEqual(toldBy(run));
        expect(new Set(spansIn(text).map(({ spanId }) => spanId)).size).toBe(entries.length);
      }),
      { numRuns: sixteenth(50) },
    );
  });

  test.skipIf(corpusMissing)(
    `is the same for all runs of the corpus${corpusMissing ? `: ${corpusMissing}` : ''}`,
    () => {
      expect(sameRuns(corpusRuns().index)).toBeGreaterThan(20);
    },
  );

  test('is the same for all runs of the sample workspace', () => {
    expect(sameRuns(sampleRuns().index)).toBeGreaterThan(5);
  });
});

/** How many runs were written, read again and the same. */
function sameRuns(index: RunIndex): number {
  const runs = index.runs();
  for (const { key, steps } of runs) {
    const run = index.run(key);
    // What only a registry's status tells of has no steps to write.
    if (!run || steps === 0) continue;
    expect(toldBy(readAgain(written(run)))).toEqual(toldBy(run));
    expect(toldBy(readAgain(writtenAsTrajectory(run)))).toEqual(toldBy(run));
  }
  return runs.length;
}
