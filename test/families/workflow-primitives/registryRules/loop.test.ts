import { describe, expect, test } from 'vitest';
import { checkRule } from './checkRule';
import { fixesOf } from './fixed';

const queue = (status = 'pending', priority = 'Critical') => `
## Gap Priority Queue

| Priority | Gap ID | Status | Resolution |
|----------|--------|--------|------------|
| ${priority} | G-001 | ${status} | - |
`;

const loop = (status: string, ...lines: string[]) =>
  `## Priority Loop State\n\n- **Loop Status**: ${status}\n${lines.map(line => `- ${line}\n`).join('')}`;

const reason = (word: string) => `**Termination Reason**: ${word}`;

describe('completed with open gaps', () => {
  const cases = ['pending', 'clarifying', 'resolving', 'escalated'].map(status => ({
    is: status,
    drawing: `
        ## Priority Loop State

        - **Loop Status**: \`completed\`
      //                    ^^^^^^^^^ workflow-primitives/completed-with-open-gaps warning: The loop is completed, but gaps are open: G-001 (Important, ${status}).
        - **Known Issues**: -

        ## Gap Priority Queue

        | Priority | Gap ID | Status | Resolution |
        |----------|--------|--------|------------|
        | Important | G-001 | ${status} | - |
    `,
  }));
  checkRule('completed-with-open-gaps', [
    ...cases,
    {
      is: 'successful with many gaps: one problem',
      drawing: `
        ## Priority Loop State

        | Field | Value |
        |-------|-------|
        | **Loop Status** | completed |
      //                    ^^^^^^^^^ workflow-primitives/completed-with-open-gaps G-005 (Critical, pending) and 1 more
        | **Termination Reason** | success |

        ## Gap Priority Queue

        | Priority | Gap ID | Status | Resolution |
        |----------|--------|--------|------------|
${[1, 2, 3, 4, 5, 6].map(n => `        | Critical | G-00${n} | pending | - |`).join('\n')}
      `,
    },
    ...['max_iterations', 'stale_accepted', 'accepted', '{reason}'].map(word => ({
      is: `known issues: ${word}`,
      drawing: loop('completed', reason(word)) + queue(),
    })),
    { is: 'Minor gaps', drawing: loop('completed') + queue('pending', 'Minor') },
    ...['resolved', 'deferred', 'known_gap', 'accepted'].map(status => ({
      is: `closed: ${status}`,
      drawing: loop('completed') + queue(status),
    })),
    { is: 'a running loop', drawing: loop('validating') + queue() },
    {
      is: 'the gaps of a later workflow',
      drawing: loop('completed', reason('success')) + queue().replace('Gap Priority Queue', 'Plan Gap Queue'),
    },
    { is: 'no loop', drawing: `${queue()}\n## Metadata\n` },
  ]);

  test('the fixes set the reason for the early end', () => {
    expect(fixesOf('completed-with-open-gaps', loop('completed', reason('success')) + queue())).toEqual(
      ['max_iterations', 'stale_accepted', 'accepted'].map(
        word => `Set the termination reason to "${word}"\n- - ${reason('success')}\n+ - ${reason(word)}`,
      ),
    );
  });

  test('a counter at its maximum determines the reason', () => {
    for (const [counter, word] of [
      ['**Current Iteration**: 10 / 10', 'max_iterations'],
      ['**Stale Count**: 3 / 3', 'stale_accepted'],
    ] as const) {
      expect(fixesOf('completed-with-open-gaps', loop('completed', counter) + queue())).toEqual([
        `Set the termination reason to "${word}"\n+ - ${reason(word)}`,
      ]);
    }
  });
});

describe('terminated without a reason', () => {
  checkRule('terminated-without-reason', [
    {
      is: 'missing',
      drawing: `
        ## Metadata
        ## Priority Loop State
        - **Loop Status**: terminated
      //                   ^^^^^^^^^^ workflow-primitives/terminated-without-reason warning: The loop is terminated, but its Termination Reason is missing. Give one: max_iterations
      `,
    },
    {
      is: 'blank, in bullets and in a table',
      drawing: `
        ## Metadata
        ## Priority Loop State
        - **Loop Status**: terminated
        - **Termination Reason**:
      //    ^^^^^^^^^^^^^^^^^^ workflow-primitives/terminated-without-reason is empty
        ## Priority Loop State
        | Field | Value |
        |-------|-------|
        | Loop Status | terminated |
        | Termination Reason | - |
      //  ^^^^^^^^^^^^^^^^^^ workflow-primitives/terminated-without-reason
      `,
    },
    { is: 'given', drawing: loop('terminated', reason('aborted')) + queue() },
    { is: 'not needed', drawing: loop('completed') + queue('resolved') },
  ]);

  const words = ['max_iterations', 'stale_accepted', 'manual_edit', 'accepted', 'aborted'];

  test('the fixes add a reason after the status, or replace it', () => {
    const given = (text: string) => fixesOf('terminated-without-reason', `## Metadata\n${text}`);
    expect(given(loop('terminated', '**Stale Count**: 0 / 3'))).toEqual(
      words.map(word => `Set the termination reason to "${word}"\n+ - ${reason(word)}`),
    );
    expect(given(loop('terminated', '**Termination Reason**:'))).toEqual(
      words.map(word => `Set the termination reason to "${word}"\n- - **Termination Reason**:\n+ - ${reason(word)}`),
    );
    const table = '## Priority Loop State\n\n| Field | Value |\n|---|---|\n| **Loop Status** | terminated |\n';
    expect(given(table)).toEqual(
      words.map(word => `Set the termination reason to "${word}"\n+ | **Termination Reason** | ${word} |`),
    );
  });
});
