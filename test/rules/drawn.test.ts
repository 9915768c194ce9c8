import { describe, expect, test } from 'vitest';
import { type DescribedRule, RULES } from '../../server/src/features/diagnostics/ruleCatalogue';
import { analyseText, problemsIn } from '../kit/analyseText';
import { CATALOGUE } from '../kit/catalogue';
import { drawFixture } from '../kit/drawnFixture';
import { type DrawnCase, type DrawnRule, drawnFixtures } from '../kit/drawnFixtures';
import { expectDrawnProblems } from '../kit/expectDrawnProblems';
import type { TestSettings } from '../kit/testContext';
import { applyFix } from '../registry/rules/applyFix';

const fixtures = drawnFixtures();

/** No contract of ours has these keywords, and what a run says is drawn where runs are tested. */
const isDrawnElsewhere = ({ id, scope }: DescribedRule) =>
  scope === 'run' || ['schema/const', 'schema/minLength'].includes(id);

test('every rule is drawn: where it fires, and where it does not', () => {
  const wanted = RULES.filter(rule => !isDrawnElsewhere(rule)).map(({ id }) => id);
  expect(fixtures.map(({ rule }) => rule)).toEqual(wanted.sort());
  for (const { rule, fires, silent } of fixtures) {
    expect(fires.length * silent.length, rule).toBeGreaterThan(0);
    for (const { drawn } of fires) expect(drawn, rule).toContainEqual(expect.objectContaining({ rule }));
  }
});

describe.each(fixtures)('$rule', ({ rule, fires, silent, files }) => {
  const settings = { catalogue: CATALOGUE, ...(files && { files }) };

  test.each(fires)('fires in $name', fixture => {
    expectDrawnProblems(fixture.name, drawFixture(fixture), settings, [rule]);
  });

  test.each(silent)('is silent in $name', ({ name, text }) => {
    const analysis = analyseText(name, text, settings);
    // It is not silent for want of an envelope.
    expect(analysis.parts.some(({ recognition, document }) => recognition?.sure || document)).toBe(true);
    expect(problemsIn(analysis).filter(problem => problem.rule === rule)).toEqual([]);
  });

  test.each(fires.filter(({ fixed }) => fixed !== undefined))('its fixes mend $name', fixture => {
    expect(outdented(mended(rule, fixture, settings))).toBe(outdented(fixture.fixed ?? ''));
  });
});

test.each(RULES.filter(rule => !isDrawnElsewhere(rule)))('$id has a fix if it says so, and says so if it has', rule => {
  const { fires = [], files } = fixtures.find(one => one.rule === rule.id) as DrawnRule;
  const offered = fires.some(({ name, text }) =>
    problemsIn(analyseText(name, text, { catalogue: CATALOGUE, ...(files && { files }) })).some(
      one => one.rule === rule.id && one.fixes.length > 0,
    ),
  );
  expect(offered).toBe(rule.fix !== undefined);
  expect(fires.some(({ fixed }) => fixed !== undefined)).toBe(offered);
});

function mended(rule: string, { name, text }: DrawnCase, settings: TestSettings): string {
  let now = text;
  for (let round = 0; round < 20; round++) {
    const analysis = analyseText(name, now, settings);
    const problem = problemsIn(analysis).find(one => one.rule === rule && one.fixes.length > 0);
    const [fix] = problem?.fixes ?? [];
    if (!problem || !fix) return now;
    now = applyFix(now, analysis, problem, fix);
  }
  throw new Error(`the fixes of ${rule} come to no end`);
}

function outdented(text: string): string {
  const lines = text.split('\n');
  const indent = Math.min(...lines.filter(line => line.trim() !== '').map(line => line.search(/\S/)));
  return lines
    .map(line => line.slice(indent))
    .join('\n')
    .trimEnd();
}
