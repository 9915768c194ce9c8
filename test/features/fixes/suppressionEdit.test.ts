import { expect, test } from 'vitest';
import { suppressionEdit } from '../../../server/src/features/fixes/suppressActions';
import type { AnalysedPart } from '../../../server/src/model/analysis';
import type { TextFile } from '../../../server/src/model/text';
import { analyseWithRunRules, problemsIn } from '../../kit/analyseText';
import { applyEdits } from '../../kit/applyEdits';
import { CATALOGUE } from '../../kit/catalogue';
import { drawnFixtures } from '../../kit/drawnFixtures';

const cases = drawnFixtures().flatMap(({ rule, fires, files }) =>
  fires.map(fixture => ({ rule, ...fixture, settings: { catalogue: CATALOGUE, ...(files && { files }) } })),
);

/** How many there are of each problem. */
function counted(name: string, text: string, settings: (typeof cases)[number]['settings']): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { rule, message } of problemsIn(analyseWithRunRules(name, text, settings))) {
    const problem = `${rule}: ${message}`;
    counts.set(problem, (counts.get(problem) ?? 0) + 1);
  }
  return counts;
}

/**
 * Whether a problem can be silenced where it stands. In JSON without comments an object must be readable, and its contract
 * must allow other properties; else only the settings can.
 */
function hasPlace({ lang }: TextFile, part: AnalysedPart, rule: string): boolean {
  if (lang === 'markdown' || lang === 'jsonc') return true;
  return rule !== 'syntax' && part.recognition?.kind.schema.additionalProperties !== false;
}

// As it may stand in a list, or be laid out by who wrote it.
test.each(cases)('what $rule finds in $name is silenced where it stands, and nothing else comes up', fixture => {
  const { name, rule, settings } = fixture;
  const isMarkdown = name.endsWith('.md');
  for (const indent of isMarkdown ? ['', ' ', '  ', '   '] : ['']) {
    const text = fixture.text.replace(/^(?=.)/gm, indent);
    const analysis = analyseWithRunRules(name, text, settings);
    const before = counted(name, text, settings);
    for (const part of analysis.parts) {
      for (const problem of part.problems.filter(one => one.rule === rule)) {
        const changes = suppressionEdit(analysis.file, part, problem);
        expect(changes !== undefined).toBe(hasPlace(analysis.file, part, rule));
        if (!changes) continue;
        const after = applyEdits(
          text,
          changes.map(({ range, text: newText }) => ({ range, newText })),
        );
        const left = counted(name, after, settings);
        const said = `${rule}: ${problem.message}`;
        expect(left.get(said) ?? 0, after).toBeLessThan(before.get(said) ?? 0);
        for (const [one, count] of left) expect(count, `${one} in ${after}`).toBeLessThanOrEqual(before.get(one) ?? 0);
      }
    }
  }
});
