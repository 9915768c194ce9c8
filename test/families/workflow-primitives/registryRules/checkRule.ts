import { test } from 'vitest';
import { expectDrawnProblems } from '../../../kit/expectDrawnProblems';
import type { TestSettings } from '../../../kit/testContext';

export interface Case extends TestSettings {
  is: string;
  /** A registry in which the problems of the rule are drawn. */
  drawing: string;
  name?: string;
}

/** Compares the problems of this rule in each registry with those drawn in it; ignores other rules. */
export function checkRule(rule: string, cases: readonly Case[]): void {
  test.each(cases)('$is', ({ drawing, name = 'state.md', is, ...settings }) => {
    expectDrawnProblems(name, drawing, settings, [`workflow-primitives/${rule}`]);
  });
}
