import { describe, expect, test } from 'vitest';
import { applyFix } from '../families/workflow-primitives/registryRules/applyFix';
import { analyseText, problemsIn } from '../kit/analyseText';
import { CATALOGUE } from '../kit/catalogue';
import { drawFixture } from '../kit/drawnFixture';
import { type DrawnCase, edgeFixtures } from '../kit/drawnFixtures';
import { expectDrawnProblems } from '../kit/expectDrawnProblems';
import type { TestSettings } from '../kit/testContext';

const fixtures = edgeFixtures();

describe.each(fixtures)('$rule', ({ rule, fires, silent, files }) => {
  const settings = { catalogue: CATALOGUE, ...(files && { files }) };

  test.each(fires)('fires in $name', fixture => {
    expectDrawnProblems(fixture.name, drawFixture(fixture), settings, [rule]);
  });

  test.each(silent)('is silent in $name', ({ name, text }) => {
    const analysis = analyseText(name, text, settings);
    // It must not be silent because there is no envelope.
    expect(analysis.parts.some(({ recognition, document }) => recognition?.sure || document)).toBe(true);
    expect(problemsIn(analysis).filter(problem => problem.rule === rule)).toEqual([]);
  });

  test.each(fires.filter(({ fixed }) => fixed !== undefined))('its fixes repair $name', fixture => {
    expect(outdented(mended(rule, fixture, settings))).toBe(outdented(fixture.fixed ?? ''));
  });
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
