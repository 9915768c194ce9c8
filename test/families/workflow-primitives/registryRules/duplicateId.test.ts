import { expect, test } from 'vitest';
import { checkRule } from './checkRule';
import { fixesOf } from './fixed';

checkRule('duplicate-id', [
  {
    is: 'gaps, questions and items, in one or two spellings',
    drawing: `
        ## Gap Priority Queue

        | Priority | Gap ID | Status | Resolution |
        |----------|--------|--------|------------|
        | Minor | G-001 | deferred | - |
        | Minor | \`G-001\` | pending | - |
      //           ^^^^^ workflow-primitives/duplicate-id warning: G-001 is also the id of another row, in line 5 of this document

        ## Plan Gap Queue

        | Priority | Gap ID | Check Source | Phase | Artifact | Description | Tier | Status |
        |----------|--------|--------------|-------|----------|-------------|------|--------|
        | Minor | G-001 | MDL-001 | 1 | plan.md | A type | auto-resolve | pending |

        ## Gap Resolution History

        | Gap ID | Iteration | Action | Details |
        |--------|-----------|--------|---------|
        | G-001 | 1 | created | - |
        | G-001 | 2 | deferred | - |

        ## Pending Questions

        | ID | Question Summary | Gaps | Status |
        |----|------------------|------|--------|
        | C2.1 | Who? | G-001 | answered |
        | C2.1 | When? | G-001 | answered |
      //  ^^^^ workflow-primitives/duplicate-id C2.1 is also the id of another row

        ## Traceability Matrix

        ### Checklist -> Requirements Mapping

        | CHK ID | FR IDs | Gap Type | Resolution |
        |--------|--------|----------|------------|
        | CHK015 | FR-001 | - | - |
        | CHK-015 | FR-002 | - | - |
      //  ^^^^^^^ workflow-primitives/duplicate-id CHK015

        ### Requirements -> Checklist Coverage

        | FR ID | CHK IDs | Coverage Status | Notes |
        |-------|---------|-----------------|-------|
        | FR-001 | CHK015 | Covered | - |
        | FR-001 | CHK015 | Covered | - |

        ## Tasks Traceability

        ### Tasks -> Files

        | Task ID | Story | File Path | Brownfield Marker | Status |
        |---------|-------|-----------|-------------------|--------|
        | T001 | US1 | a.ts | (none) | pending |
        | T001 | US1 | b.ts | (none) | pending |
    `,
  },
]);

test('the fix removes a duplicate row, and no other row', () => {
  const rows = (...all: string[]) =>
    `## Metadata\n\n## Gap Priority Queue\n\n| Priority | Gap ID | Status | Resolution |\n|-|-|-|-|\n${all.join('\n')}`;
  const row = '| Minor | G-001 | deferred | - |';
  expect(fixesOf('duplicate-id', rows(row, row.replace('deferred', 'pending')))).toEqual([]);
  expect(fixesOf('duplicate-id', rows(row, '| Minor |G-001| deferred | - |'))).toEqual([
    'Remove the second row of G-001\n- | Minor |G-001| deferred | - |',
  ]);
});
