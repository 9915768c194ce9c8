import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnarSteps } from '../../server/src/runs/columnarSteps';
import { detectPatterns } from '../../server/src/runs/detectPatterns';
import { handoffsOf } from '../../server/src/runs/handoffs';
import { sixteenth } from '../kit/amount';
import { fileRecordOf } from '../kit/fileRecordOf';
import { inMegabytesParsed } from '../kit/timing';
import { indexOf, runOf } from './index/indexOf';
import { patternsIn, steps } from './patternsIn';

test('for any handoffs, patterns are recognised at existing steps, in order', () => {
  const anyText = fc
    .array(
      fc
        .tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom('', '>a', '>b', '>c', '>b+c', '>user'))
        .map(parts => parts.join('')),
      { minLength: 1, maxLength: 30 },
    )
    .map(parts => parts.join(' '));
  fc.assert(
    fc.property(anyText, text => {
      const told = steps(text);
      const patterns = patternsIn(told);
      let before = 0;
      for (const { known, rounds = [known] } of patterns) {
        expect(known).toBeGreaterThanOrEqual(before);
        expect(known).toBeLessThan(told.length);
        expect(rounds).toContain(known);
        before = known;
      }
    }),
    { numRuns: sixteenth(50) },
  );
});

test('twenty thousand steps are fast', () => {
  const told = Array.from({ length: 20_000 }, (_, index) => ({
    title: 'work',
    run: 'r',
    agent: `agent ${(index * 7919) % 1000}`,
    peer: `agent ${(index * 31 + (index % 7)) % 1003}`,
  }));
  const run = runOf(indexOf(fileRecordOf('a.jsonl', told)), 'r');
  const columns = columnarSteps(run, 'Nobody');
  const handoffs = handoffsOf(columns);
  expect(inMegabytesParsed(2, () => detectPatterns(handoffs, columns, String))).toBeLessThan(100);
});
