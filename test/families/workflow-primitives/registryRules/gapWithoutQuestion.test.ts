import { expect, test } from 'vitest';
import { checkRule } from './checkRule';
import { fixesOf } from './fixed';

const queue = `
## Gap Priority Queue

| Priority | Gap ID | CHK Source | FR Reference | Question | Status |
|----------|--------|------------|--------------|----------|--------|
| Critical | G-001 | CHK001 | FR-001 | Who may \\| may not? | clarifying |
`;

const questions = (...rows: string[]) => `
## Unified Pending Questions

| ID | Source | Location | Question | Options | Priority | Status |
|----|--------|----------|----------|---------|----------|--------|
${rows.join('\n')}`;

checkRule('gap-without-question', [
  {
    is: 'a question about a range',
    drawing: `
        ## Gap Priority Queue

        | Priority | Gap ID | Status | Resolution |
        |----------|--------|--------|------------|
        | Critical | G-004 | clarifying | - |
        | Critical | G-005 | clarifying | - |
        | Critical | G-006 | clarifying | - |
        | Critical | G-007 | clarifying | - |
      //                     ^^^^^^^^^^ workflow-primitives/gap-without-question G-007 is clarifying

        ## Pending Questions

        | ID | Question Summary | Gaps | Status |
        |----|------------------|------|--------|
        | C2.1 | Who? | G-004 to G-006 | pending |
    `,
  },
  {
    is: 'linked by the column Gaps: one question for several, answered, none',
    drawing: `
        ## Gap Priority Queue

        | Priority | Gap ID | Status | Resolution |
        |----------|--------|--------|------------|
        | Critical | G-001 | clarifying | - |
        | Critical | G-002 | clarifying | - |
        | Minor | G-003 | \`clarifying\` | - |
      //                   ^^^^^^^^^^ workflow-primitives/gap-without-question warning: G-003 is clarifying, but no open question asks about it (C2.2 is answered). Add a question such as C2.4
        | Minor | G-004 | clarifying | - |
      //                  ^^^^^^^^^^ workflow-primitives/gap-without-question asks about it. Add
        | Minor | G-005 | pending | - |
        | Minor | G-006 | clarifying | Pending C2.3 |
        | Minor | G-007 | clarifying | Pending C1.9 |

        ## Pending Questions

        | ID | Question Summary | Gaps | Status |
        |----|------------------|------|--------|
        | C2.1 | Who? | two gaps (G-001, G-002) | awaiting_answer |
        | C2.2 | When? | G-003 | answered |
        | C2.3 | What? | - | pending |
    `,
  },
  {
    is: 'linked by the column Clarification',
    drawing: `
        ## Gap Priority Queue

        | Priority | Gap ID | CHK Source | FR Reference | Question | Status | Stale | Clarification |
        |----------|--------|------------|--------------|----------|--------|-------|---------------|
        | Critical | G-001 | CHK001 | FR-001 | Who? | clarifying | 1 | C2.1 (covers G-001, G-002) |
        | Critical | G-002 | CHK001 | FR-001 | Who? | clarifying | 1 | - |
      //                                              ^^^^^^^^^^ workflow-primitives/gap-without-question

        ## Unified Pending Questions

        | ID | Workflow | Location | Question | Options | Priority | Status |
        |----|----------|----------|----------|---------|----------|--------|
        | C2.1 | specify | FR-001 | Who? | - | scope | pending |
    `,
  },
  {
    is: 'linked by the item that found it',
    drawing: queue + questions('| C1.1 | CHK-001 | - | ? | - | ux | pending |'),
  },
  {
    is: 'no linking column',
    drawing: `${queue}${questions('| C1.1 | - | - | ? | - | ux | pending |').replace('Source', 'Workflow')}`,
  },
  {
    is: 'a source that names agents',
    drawing: queue + questions('| C1.1 | gap-classifier | - | ? | - | ux | pending |'),
  },
  { is: 'no questions section', drawing: `${queue}\n## Metadata\n` },
  { is: 'a questions section without a table', drawing: `${queue}\n## Pending Questions\n` },
  {
    is: 'a question with an unknown status',
    drawing: queue + questions('| C1.1 | G-001 | - | ? | - | ux | {status} |'),
  },
  {
    is: 'an incomplete row',
    drawing: `${queue.trimEnd().replace(' Who may \\| may not? |', '')}\n${questions()}`,
  },
]);

test('the fix adds a question with the text of the gap', () => {
  const loop = '\n## Priority Loop State\n\n- **Loop Status**: clarifying\n- **Current Iteration**: 3 / 10\n';
  expect(fixesOf('gap-without-question', queue + questions() + loop)).toEqual([
    'Add question C3.1 about G-001\n+ | C3.1 | G-001 | FR-001 | Who may \\| may not? | - | scope | pending |',
  ]);
  const answered = '| C2.4 | G-001 | - | ? | - | ux | answered |';
  expect(fixesOf('gap-without-question', queue + questions(answered))).toEqual([
    'Add question C2.5 about G-001\n+ | C2.5 | G-001 | FR-001 | Who may \\| may not? | - | scope | pending |',
  ]);
});

test('the fix links the question in any existing column', () => {
  const linked = queue
    .replace('| Status |', '| Status | Clarification |')
    .replace('|--------|\n', '|--------|---|\n')
    .replace('clarifying |', 'clarifying | - |');
  const asked = questions().replace('Source', 'Workflow');
  expect(fixesOf('gap-without-question', linked + asked)).toEqual([
    [
      'Add question C1.1 about G-001',
      '- | Critical | G-001 | CHK001 | FR-001 | Who may \\| may not? | clarifying | - |',
      '+ | Critical | G-001 | CHK001 | FR-001 | Who may \\| may not? | clarifying | C1.1 |',
      '+ | C1.1 | specify | FR-001 | Who may \\| may not? | - | scope | pending |',
    ].join('\n'),
  ]);
});

test('the fix keeps the questions that the gap has', () => {
  const linked = queue
    .replace('| Status |', '| Status | Clarification |')
    .replace('|--------|\n', '|--------|---|\n')
    .replace('clarifying |', 'clarifying | C1.1, C1.2 |');
  const asked = questions('| C1.1 | G-001 | - | ? | - | ux | answered |', '| C1.2 | - | - | ? | - | ux | answered |');
  expect(fixesOf('gap-without-question', linked + asked).join()).toContain('| clarifying | C1.1, C1.2, C1.3 |');
});

test('the fix works in a block quote', () => {
  const quoted = (queue + questions()).replace(/^/gm, '> ');
  const [fix] = fixesOf('gap-without-question', quoted);
  expect(fix).toContain('+ > | C1.1 |');
});
