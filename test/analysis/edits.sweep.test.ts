import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { analyse, analyseInSteps, type Context, emptyCache } from '../../server/src/analysis/analyse';
import type { Analysis } from '../../server/src/model/analysis';
import { rangeOf } from '../../server/src/parts/positions';
import { runSteps } from '../../server/src/shared/workInSteps';
import { sixteenth } from '../kit/amount';
import { documentEdit, editedFiles } from '../kit/documentEdits';
import { documentForms, PASTED, plannedFile } from '../kit/editedDocuments';
import { firstDifference } from '../kit/firstDifference';
import { fuzzEdits, fuzzTimeout } from '../kit/fuzzEdits';
import { changingWorkspace, memoryWorkspace } from '../kit/memoryWorkspace';
import { plainAnalysis } from '../kit/plainAnalysis';
import { message } from '../kit/runsClient';
import { testContext } from '../kit/testContext';

const EDITS = fuzzEdits(2400);
/** Of one document; a session has half as many on average. */
const MOST_EDITS = 30;
const EMPTY = memoryWorkspace();
const WRITTEN = memoryWorkspace({
  'src/a.ts': '',
  'specs/1/spec.md': '# Specification',
  'specs/1/plan.md': '# Plan',
  'sibling.jsonl': message(1, { confidence: 0.5 }),
});
/** Files are written and removed while somebody types. */
const { workspace, change } = changingWorkspace(EMPTY);
const context: Context = {
  ...testContext({ agents: ['vision', 'conductor', 'scope'] }),
  workspace,
};

let tried = 0;
// A fix may write the time it is made at: of two analyses, one could be made in the next second.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterAll(() => console.log(`${tried} edits tried, each analysed incrementally and from scratch.`));

test.each(documentForms)(
  '$name after each of any edits is analysed as from scratch',
  async form => {
    const edits = fc.array(documentEdit(PASTED), { minLength: 1, maxLength: MOST_EDITS, size: 'max' });
    const numRuns = Math.ceil((EDITS * form.share) / (MOST_EDITS / 2));
    await fc.assert(
      fc.asyncProperty(form.plan, edits, async (plan, steps) => {
        const start = plannedFile(form, plan);
        change(EMPTY);
        let { cache } = analyse(start, context);
        let made = 0;
        for (const file of editedFiles(start, steps)) {
          change(made++ % 8 < 4 ? EMPTY : WRITTEN);
          // A request right behind an edit asks for no problems: what it finds is a start for the analysis behind it.
          const asked = made % 3 > 0 && /^jsonc?$/.test(file.lang);
          const at = made % 3 > 1 ? { line: Math.floor(file.lines.length / 2), character: 3 } : undefined;
          const unchecked = asked ? analyse(file, context, cache, { at }) : undefined;
          if (unchecked) ({ cache } = unchecked);
          const next = analyse(file, context, cache);
          cache = next.cache;
          // In another context no judgement of runs is remembered.
          const other = { ...context };
          const fromScratch = plainAnalysis(analyse(file, other).analysis, other);
          const difference = firstDifference(plainAnalysis(next.analysis, context), fromScratch);
          expect(difference).toBeUndefined();
          if (unchecked && !at)
            expect(firstDifference(parts(unchecked.analysis), parts(next.analysis))).toBeUndefined();
          tried++;
          // Within one job of the event loop, what a `WeakRef` points to stays in memory.
          await setImmediate();
        }
      }),
      { numRuns },
    );
  },
  fuzzTimeout(EDITS),
);

test.each(documentForms)('$name: the first problems of many parts are problems of all of them', form => {
  fc.assert(
    fc.property(form.plan, fc.integer({ min: 260, max: 300 }), (plan, count) => {
      const firsts: Analysis[] = [];
      const options = { cache: emptyCache(), onFirst: (first: Analysis) => void firsts.push(first) };
      const whole = problems(runSteps(analyseInSteps(plannedFile(form, { ...plan, count }), context, options)));
      expect(firsts.length).toBeLessThan(2);
      for (const first of firsts.map(problems)) {
        expect(first).not.toEqual([]);
        expect(first.filter(problem => !whole.includes(problem))).toEqual([]);
      }
    }),
    { numRuns: sixteenth(32) },
  );
});

function problems({ parts }: Analysis): string[] {
  return parts.flatMap(({ problems }) =>
    problems.map(({ rule, severity, message, part, span }) =>
      JSON.stringify([rule, severity, message, rangeOf(part, span)]),
    ),
  );
}

/** What parts are, without their problems; and without those that only carry problems. */
function parts(analysis: Analysis): unknown {
  const meant = analysis.parts.filter(
    ({ value, recognition, document }) => value !== undefined || recognition || document,
  );
  return meant.map(({ part: { id, text }, value, recognition, document }) => ({
    id,
    text,
    value,
    kind: recognition && [recognition.kind.id, recognition.sure, recognition.by],
    document: document && [document.kind.id, document.content],
  }));
}
