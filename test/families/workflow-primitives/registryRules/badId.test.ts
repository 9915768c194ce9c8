import { expect, test } from 'vitest';
import { checkRule } from './checkRule';
import { fixesOf } from './fixed';

const head = '## Metadata\n\n## Gap Priority Queue\n\n| Priority | Gap ID | Status | Resolution |\n|---|---|---|---|\n';

checkRule('bad-id', [
  {
    is: 'ids of another form and of another kind',
    drawing: `
        ## Gap Priority Queue

        | Priority | Gap ID | Status | Resolution |
        |----------|--------|--------|------------|
        | Minor | **G003** | deferred | - |
      //            ^^^^ workflow-primitives/bad-id warning: "G003" has not the form of an id such as G-001: references
        | Minor | FR-001 | deferred | - |
      //          ^^^^^^ workflow-primitives/bad-id
        | Minor | [G-001](#a) | deferred | - |
        | Minor | G-004–006 | deferred | - |
        | Minor | none | deferred | - |
        | Minor | 3 gaps | deferred | - |
        | Minor | {G1} | deferred | - |
        | Minor | - | deferred | - |

        ## Pending Questions

        | ID | Question Summary | Gaps | Status |
        |----|------------------|------|--------|
        | Q1 | Who? | G1 | answered |
      //  ^^ workflow-primitives/bad-id such as C1.1, Q-S1
    `,
  },
  { is: 'a template', name: 'index-template.md', drawing: `${head}| Minor | G1 | deferred | - |` },
]);

test.each([
  ['G003', 'G-003'],
  ['G-O03', 'G-003'],
  ['G_003', 'G-003'],
  ['g-003', 'G-003'],
])('%s means %s', (id, meant) => {
  const text = `${head}| Minor | ${id} | deferred | - |\n`;
  const [fix] = fixesOf('bad-id', text);
  expect(fix).toContain(`+ | Minor | ${meant} | deferred | - |`);
});
