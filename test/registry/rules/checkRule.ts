import { test } from 'vitest';
import { expectDrawnProblems } from '../../kit/expectDrawnProblems';
import type { TestSettings } from '../../kit/testContext';

export interface Case extends TestSettings {
  is: string;
  /** A registry, with what the rule says of it drawn in. */
  drawing: string;
  name?: string;
}

/** Holds each registry against what is drawn of this rule; other rules may say more of it. */
export function checkRule(rule: string, cases: readonly Case[]): void {
  test.each(cases)('$is', ({ drawing, name = 'state.md', is, ...settings }) => {
    expectDrawnProblems(name, drawing, settings, [`workflow-primitives/${rule}`]);
  });
}
