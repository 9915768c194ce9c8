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
  {
    is: 'under different headings',
    drawing: '## Metadata\n\n## Plan\n\n### Decisions Log\n\n## Tasks\n\n### Decisions Log',
  },
]);
