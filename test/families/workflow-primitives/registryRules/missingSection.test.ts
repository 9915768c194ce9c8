import { checkRule } from './checkRule';

const whole = `
    # Feature Index: 005
    ## Feature Metadata
    ## Document Availability Matrix
    ## Workflow Status Table
    ## Unified Decisions Log
    ## Agent Handoff Notes
`;

checkRule('missing-section', [
  { is: 'all five sections, with any of their names', drawing: whole },
  {
    is: 'two missing sections',
    drawing: `
        # Feature Index: 005
      //  ^^^^^^^^^^^^^^^^^^ workflow-primitives/missing-section warning: no section "Workflow Status" (or "Workflow Status Table")
      //  ^^^^^^^^^^^^^^^^^^ workflow-primitives/missing-section no section "Agent Handoff Notes"; agents
        ## Metadata
        ## Document Availability
        ## Decisions Log
    `,
  },
  {
    is: 'a file with the name of a registry, but without its title',
    name: 'specs/005/index.md',
    drawing: `
        ## Metadata
      //   ^^^^^^^^ workflow-primitives/missing-section no section "Decisions Log"
        ## Document Availability
        ## Workflow Status
        ## Agent Handoff Notes
    `,
  },
  {
    is: 'numbers, emoji and remarks around the names',
    drawing: `
        # Feature Index: 005
        ## 1. Metadata
        ## 2. Document Availability (all)
        ## 3. Workflow Status <!-- x -->
        ## 📋 Decisions Log
        ## 🤝 Agent Handoff Notes {#notes}
    `,
  },
  {
    is: 'a name like that of a section',
    drawing: `
        # **Feature Index: 005**
        ## Metadata
        ## Document Availability
        ## 3. Workflow State
      //   ^^^^^^^^^^^^^^^^^ workflow-primitives/missing-section warning: "3. Workflow State" is not a section that agents look for; did you mean "Workflow Status"?
        - **Current Phase**: validating
        - **Current Agent**: -
        - **Status**: in_progress
        ## Decision Log
      //   ^^^^^^^^^^^^ workflow-primitives/missing-section did you mean "Decisions Log"?
        | Timestamp | Agent | Decision | Rationale |
        |-----------|-------|----------|-----------|
        ## Agent Handoff Notes
        ### Decision Log
    `,
  },
  { is: 'a fragment', drawing: '## Metadata\n\n## Decisions Log' },
]);

checkRule('missing-table', [
  {
    is: 'nothing, or bullets, in place of the table',
    drawing: `
        # Feature Index: 005

        ## Document Availability
      //   ^^^^^^^^^^^^^^^^^^^^^ workflow-primitives/missing-table warning: "Document Availability" has no table; agents read and add its rows. Add it: | Document | Status |.

        ## Gap Priority Queue

        (empty, all gaps are resolved)

        ## Decisions Log
      //   ^^^^^^^^^^^^^ workflow-primitives/missing-table "Decisions Log" has no table

        - 2026-01-31: keep it small
    `,
  },
  {
    is: 'signs for an empty table, and entries below what is of the template',
    drawing: `
        # Feature Index: 005

        ## Document Availability

        - None

        ## Gap Priority Queue

        -

        ## Gap Resolution History

        <!-- none -->

        ## Decisions Log
      //   ^^^^^^^^^^^^^ workflow-primitives/missing-table "Decisions Log" has no table

        > Agents append their decisions.

        **Status values**: \`open\` | \`shut\`

        - 2026-01-31: keep it small

        ## Feature Readiness
      //   ^^^^^^^^^^^^^^^^^ workflow-primitives/missing-table

        <!-- Agents add a table here. -->

        ## Pending Questions

        > No questions.
    `,
  },
  { is: 'a part of a registry', drawing: '## Document Availability\n\n## Decisions Log' },
]);

checkRule('duplicate-section', [
  {
    is: 'under the same heading, with any of its names',
    drawing: `
        ## Metadata

        ## Decisions Log

        ## Unified Decisions Log
      //   ^^^^^^^^^^^^^^^^^^^^^ workflow-primitives/duplicate-section warning: has a section "Decisions Log" already, in line 3
    `,
  },
  { is: 'with a remark', drawing: '## Metadata\n\n## Decisions Log\n\n## Decisions Log (2025)' },
  {
    is: 'under different headings',
    drawing: '## Metadata\n\n## Plan\n\n### Decisions Log\n\n## Tasks\n\n### Decisions Log',
  },
]);
