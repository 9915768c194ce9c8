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
