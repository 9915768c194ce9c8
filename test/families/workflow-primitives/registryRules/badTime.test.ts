import { checkRule } from './checkRule';

checkRule('bad-time', [
  {
    is: 'neither a time nor a date',
    drawing: `
        ## Metadata
        - **Created**: yesterday
      //               ^^^^^^^^^ workflow-primitives/bad-time warning: "Created" is "yesterday", which is not an ISO 8601 time; write it as
        - **Last Updated**: never
      //                    ^^^^^ workflow-primitives/bad-time write "-"
        - **Original Description**: in 2026

        ## Decisions Log
        | Timestamp | Agent | Decision | Rationale |
        |-----------|-------|----------|-----------|
        | 2026/1/2 | a | b | c |
      //  ^^^^^^^^ workflow-primitives/bad-time write "2026-01-02"
        | 2026-02-30 | a | b | c |
      //  ^^^^^^^^^^ workflow-primitives/bad-time
        | \`2026-01-02 9:30 UTC\` | a | b | c |
      //   ^^^^^^^^^^^^^^^^^^^ workflow-primitives/bad-time write "2026-01-02T09:30Z"
        | 2026-01-02T25:00:00Z | a | b | c |
      //  ^^^^^^^^^^^^^^^^^^^^ workflow-primitives/bad-time
    `,
  },
  {
    is: 'all forms of ISO 8601, empty values, and values that other rules report',
    drawing: `
        ## Metadata
        - **Created**: 2026-01-31
        - **Last Updated**: 2026-01-31T09:30:00.123456+02:00

        ## Workflow Status
        | Workflow | Status | Last Run | Current Agent |
        |----------|--------|----------|---------------|
        | specify | completed | 2026-01-31T09:30Z | a |
        | plan | in_progress | 2026-01-31 09:30:00 | a |
        | tasks | not_started | - | - |
        | implement | not_started | {last_run} | - |
        | other | not_started | ... | - |
    `,
  },
]);
