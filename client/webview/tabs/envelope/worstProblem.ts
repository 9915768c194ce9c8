import type { StepProblem } from '../../../../server/src/shared/protocol';

/** The first of the worst problems. */
export function worstProblem(problems: readonly StepProblem[]): StepProblem | undefined {
  return problems.reduce<StepProblem | undefined>(
    (worst, one) => (worst && RANK[worst.severity] <= RANK[one.severity] ? worst : one),
    undefined,
  );
}

const RANK: Record<StepProblem['severity'], number> = { error: 0, warning: 1, info: 2 };
