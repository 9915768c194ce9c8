import { expect, test } from 'vitest';
import { checkRule } from './checkRule';
import { fixesOf } from './fixed';

const registry = (gap: string, question = '| C2.1 | Who? | G-001, G-002 | pending |') => `
## Gap Priority Queue

| Priority | Gap ID | Status | Resolution |
|----------|--------|--------|------------|
| Minor | G-001 | ${gap} | - |
| Minor | G-002 | \`${gap}\` | - |

## Pending Questions

| ID | Question Summary | Gaps | Status |
|----|------------------|------|--------|
${question}
`;

checkRule('question-without-gap', [
  {
    is: 'no gap, gaps with a later status, a missing gap',
    drawing: `
        ## Gap Priority Queue

        | Priority | Gap ID | CHK Source | FR Reference | Question | Status |
        |----------|--------|------------|--------------|----------|--------|
        | Critical | G-001 | CHK001 | FR-001 | Who? | clarifying |
        | Critical | G-002 | CHK002 | FR-001 | Who? | resolved |
        | Critical | G-003 | CHK003 | FR-001 | Who? | parked |

        ## Unified Pending Questions

        | ID | Source | Location | Question | Options | Priority | Status |
        |----|--------|----------|----------|---------|----------|--------|
        | C2.1 | G-001, G-002 | - | Who? | - | ux | pending |
        | C2.2 | about G-002 | - | Who? | - | ux | awaiting_answer |
      //         ^^^^^^^^^^^ workflow-primitives/question-without-gap warning: C2.2 is awaiting_answer, but no gap is clarifying because of it: G-002 is resolved
        | C2.3 | - | - | Who? | - | ux | pending |
      //  ^^^^ workflow-primitives/question-without-gap C2.3 is pending, but it names no gap
        | C2.4 | G-009 | - | Who? | - | ux | pending |
        | C2.5 | G-002 | - | Who? | - | ux | answered |
        | C2.6 | G-003 | - | Who? | - | ux | pending |
        | C2.7 | CHK001 | - | Who? | - | ux | pending |
        | C2.8 (covers G-001, G-002) | - | - | Who? | - | ux | pending |
        | Q-S1 | - | - | Who? | - | ux | pending |
    `,
  },
  {
    is: 'no linking column',
    drawing: registry('clarifying', '| C2.1 | Who? | - | pending |').replace('Gaps', 'Owner'),
  },
  { is: 'no queue', drawing: registry('clarifying').replace('Gap Priority Queue', 'Metadata') },
  { is: 'a queue of another workflow', drawing: registry('resolved').replace('Gap Priority Queue', 'Plan Gap Queue') },
]);

test('the fix makes both statuses agree', () => {
  expect(fixesOf('question-without-gap', registry('pending'))).toEqual([
    [
      'Change G-001, G-002 to "clarifying"',
      '- | Minor | G-001 | pending | - |',
      '- | Minor | G-002 | `pending` | - |',
      '+ | Minor | G-001 | clarifying | - |',
      '+ | Minor | G-002 | `clarifying` | - |',
    ].join('\n'),
  ]);
  for (const [gap, question] of [
    ['resolved', 'answered'],
    ['deferred', 'deferred'],
  ] as const) {
    expect(fixesOf('question-without-gap', registry(gap))).toEqual([
      `Change C2.1 to "${question}"\n- | C2.1 | Who? | G-001, G-002 | pending |\n+ | C2.1 | Who? | G-001, G-002 | ${question} |`,
    ]);
  }
  expect(fixesOf('question-without-gap', registry('accepted'))).toEqual([]);
});
