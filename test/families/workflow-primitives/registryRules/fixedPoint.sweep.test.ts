import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Analysis } from '../../../../server/src/model/analysis';
import { sixteenth } from '../../../kit/amount';
import { analyseText, problemsIn } from '../../../kit/analyseText';
import { registryText } from '../../../registry/arbitraryRegistry';
import { applyFix, named } from './applyFix';

const name = 'specs/005-x/index.md';
const judged = (text: string) => analyseText(name, text, { files: ['specs/005-x/spec.md'] });

test('fixes remove their problems, and applying them terminates', () => {
  fc.assert(
    fc.property(registryText, fc.array(fc.nat(), { minLength: 1, maxLength: 8 }), (text, choices) => {
      let now = text;
      let analysis = judged(now);
      const most = 3 * problemsIn(analysis).length + 20;
      for (let step = 0; step <= most; step++) {
        const fixable = problemsIn(analysis).filter(({ fixes }) => fixes.length > 0);
        if (fixable.length === 0) return;
        const choice = choices[step % choices.length] as number;
        const problem = fixable[choice % fixable.length] as (typeof fixable)[number];
        const fix = problem.fixes[choice % problem.fixes.length] as (typeof problem.fixes)[number];
        const before = analysis;
        now = applyFix(now, before, problem, fix);
        analysis = judged(now);
        const same = (one: Analysis) => problemsIn(one).filter(other => named(other) === named(problem)).length;
        expect(same(analysis), `${named(problem)}\n${fix.title}\n${now}`).toBeLessThan(same(before));
        expect(sections(analysis)).toEqual(expect.arrayContaining(sections(before)));
      }
      throw new Error(`no end after ${most} fixes:\n${problemsIn(analysis).map(named).join('\n')}\n${now}`);
    }),
    { numRuns: sixteenth(12), endOnFailure: true },
  );
});

function sections({ parts }: Analysis): string[] {
  return parts.flatMap(({ document }) => document?.content.sections.map(({ definition }) => definition.id) ?? []);
}
