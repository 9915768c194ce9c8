import { expect } from 'vitest';
import type { Analysis, Problem } from '../../server/src/model/analysis';
import { applyFix } from '../families/workflow-primitives/registryRules/applyFix';
import { analyseWithRunRules, problemsIn } from './analyseText';
import type { TestSettings } from './testContext';

/** Carries out each fix of the first problem of a rule, says what they are called, and sees that the problem goes. */
export function expectFixesClear(
  rule: string,
  text: string,
  { name = 'a.json', ...settings }: TestSettings & { name?: string } = {},
) {
  const analysis = analyseWithRunRules(name, text, settings);
  const problem = first(analysis, rule);
  expect(problem, `${rule} in ${text}`).toBeDefined();
  if (!problem) return [];
  const before = of(analysis, rule).length;
  return problem.fixes.map(fix => {
    const mended = applyFix(text, analysis, problem, fix);
    expect(of(analyseWithRunRules(name, mended, settings), rule).length, `${fix.title}: ${mended}`).toBe(before - 1);
    return fix.title;
  });
}

function first(analysis: Analysis, rule: string): Problem | undefined {
  return of(analysis, rule)[0];
}

function of(analysis: Analysis, rule: string): Problem[] {
  return problemsIn(analysis).filter(problem => problem.rule === rule);
}
