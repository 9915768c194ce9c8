import { checkRule } from './checkRule';

const empty = '## Metadata\n\n- **Branch**: -\n\n## Decisions Log';

checkRule('empty-cell', [
  {
    is: 'empty cells, dashes and dots',
    drawing: `
        ## Metadata
        - **Feature ID**: -
      //                  ^ workflow-primitives/empty-cell warning: "Feature ID" is empty in this section; write what belongs there.
        - **Branch**:
      //    ^^^^^^ workflow-primitives/empty-cell
        - **Created**: ...
      //               ^^^ workflow-primitives/empty-cell "Created" is left out, "..."
        - **Last Updated**: -
        - **Workflow**: -

        ## Gap Priority Queue
        | Priority | Gap ID | CHK Source | FR Reference | Question | Status | Synced |
        |----------|--------|------------|--------------|----------|--------|--------|
        |  | G-001 | CHK001 | - | … | - | |
      // ^^ workflow-primitives/empty-cell "Priority" is empty in this row; write one of Critical, Important, Minor.
      //                          ^ workflow-primitives/empty-cell "Question" is left out
      //                              ^ workflow-primitives/empty-cell "Status" is empty
        || G-002 | CHK001 | - | Why? | pending | ✓ |
      //^ workflow-primitives/empty-cell
    `,
  },
  {
    is: 'allowed by a legend, and unknown columns',
    drawing: `
        ## Gap Priority Queue
        | Priority | Gap ID | Status | Resolution | Owner |
        |----------|--------|--------|------------|-------|
        | Minor | G-001 | | - | |

        **Status**: \`pending\` | empty

        ## Workflow Status
        | Workflow | Status | Last Run | Current Agent |
        |----------|--------|----------|---------------|
        | tasks | not_started | - | - |
    `,
  },
  {
    is: 'an incomplete row has only that problem',
    drawing: '## Metadata\n\n## Document Availability\n\n| Document | Status |\n|---|---|\n| |',
  },
  { is: 'a template', name: 'my-template.md', drawing: empty },
]);
