import { checkRule } from './checkRule';

const beside = '## Extracted Signals\n\n';

checkRule('missing-column', [
  {
    is: 'one and two missing columns',
    drawing: `
        ## Document Availability
        | Document | Path |
      //^^^^^^^^^^^^^^^^^^^ workflow-primitives/missing-column warning: no column "Status"; add it. Expected: Document, Status.
        |----------|------|

        ## Decisions Log
        Decision | Agent
      //^^^^^^^^^^^^^^^^ workflow-primitives/missing-column no columns "Timestamp", "Rationale"; add them.
        ---|---
    `,
  },
  {
    is: 'of the most similar table',
    drawing: `
        ## Gap Priority Queue
        | Priority | Gap ID | Status |
      //^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ workflow-primitives/missing-column no column "Resolution"
        |----------|--------|--------|

        ## Pending Questions
        | ID | Gaps | Status |
      //^^^^^^^^^^^^^^^^^^^^^^ workflow-primitives/missing-column no column "Question Summary"
        |----|------|--------|
    `,
  },
  {
    is: 'columns with another name',
    drawing: `
        ## Gap Priority Queue
        | Priority | gap_id | State | Resolution |
      //             ^^^^^^ workflow-primitives/missing-column warning: "gap_id" is not a column of this table; did you mean "Gap ID"?
      //                      ^^^^^ workflow-primitives/missing-column did you mean "Status"?
        |----------|--------|-------|------------|
        | Minor | G-001 | resolved | Done |

        ## Pending Questions
        | ID | Question | Sorce | Location | Options | Priority | **Progress** |
      //                  ^^^^^ workflow-primitives/missing-column did you mean "Source"?
      //                                                          ^^^^^^^^^^^^ workflow-primitives/missing-column did you mean "Status"?
        |----|----------|-------|----------|---------|----------|----------|
        | C1.1 | Who? | G-001 | - | - | scope | answered |

        ## Gap Resolution History
        | Gap | Iteration | Action | Details |
      //  ^^^ workflow-primitives/missing-column did you mean "Gap ID"?
        |-----|-----------|--------|---------|
        | G-001 | 1 | resolved | Answer |

        ## Decisions Log
        | Timestamp | Who | Decision | Rationale |
      //^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ workflow-primitives/missing-column no column "Agent"; add it.
        |-----------|-----|----------|-----------|
    `,
  },
  {
    is: 'optional columns',
    drawing: `${beside}## Workflow Status\n\n| Workflow | Status | Last Run | Current Agent |\n|---|---|---|---|`,
  },
  {
    is: 'other names of a column, in any case',
    drawing: `${beside}## Document Availability\n\n| **document** | STATUS |\n|---|---|`,
  },
  { is: 'an unknown table', drawing: `${beside}## Decisions Log\n\n| Who | What | Agent |\n|---|---|---|` },
  { is: 'a table of fields', drawing: `${beside}## Metadata\n\n| Field | Value |\n|---|---|` },
]);
