import { checkRule } from './checkRule';

const left = `
    ## Metadata
    - **Feature ID**: {feature_id}
    ## Document Availability
    | Document | Status |
    |---|---|
    | spec.md | absent/present |
`;

checkRule('placeholder', [
  {
    is: 'in names, paths, times and statuses',
    drawing: `
        ## Metadata
        - **Feature ID**: {feature_id}
      //                  ^^^^^^^^^^^^ workflow-primitives/placeholder warning: "Feature ID" is still a placeholder, "{feature_id}"
        - **Branch**: feat/{{branch_name}}
      //              ^^^^^^^^^^^^^^^^^^^^ workflow-primitives/placeholder
        - **Created**: {timestamp}
      //               ^^^^^^^^^^^ workflow-primitives/placeholder
        - **Original Description**: \`{x}\` as {it} was
        - **Original Description**: \`{x}\`
        - **Workflow**: specify|plan
      //                ^^^^^^^^^^^^ workflow-primitives/placeholder still lists all its values, "specify|plan"

        ## Document Availability
        | Document | Status | Path |
        |----------|--------|------|
        | spec.md | absent/present | \`specs/{{feature_id}}/spec.md\` |
      //            ^^^^^^^^^^^^^^ workflow-primitives/placeholder "Status" still lists all its values
      //                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ workflow-primitives/placeholder "Path" is still
        | plan.md | present \\| absent | - |
      //            ^^^^^^^^^^^^^^^^^ workflow-primitives/placeholder

        ## Agent Handoff Notes
        ### From {agent}
        - {context_item}
        - Ready for: {next_agent}
      //             ^^^^^^^^^^^^ workflow-primitives/placeholder "Ready for" is still
    `,
  },
  {
    is: 'words of a legend',
    drawing: `
        ## Gap Priority Queue
        | Priority | Gap ID | Status | Resolution |
        |----------|--------|--------|------------|
        | Minor | G-001 | open/shut | {why} |
      //                  ^^^^^^^^^ workflow-primitives/placeholder
      //                              ^^^^^ workflow-primitives/placeholder "Resolution"
        | Minor | G-002 | pending/resolved | - |

        **Status**: \`open\` | \`shut\`

        ## Metadata
    `,
  },
  {
    is: 'a legend as a list, and fields with the name of a column',
    drawing: `
        ## Gap Priority Queue
        - **Status**: 1 open, 2 closed

        | Priority | Gap ID | Status | Resolution |
        |----------|--------|--------|------------|
        | Minor | G-001 | open/shut | - |
      //                  ^^^^^^^^^ workflow-primitives/placeholder

        - **Priority**: \`Minor\` | \`Major\`
        - **Status**: \`open\` | \`shut\`

        ## Priority Loop State
        - **Loop Status**: \`validating\` | \`completed\`
      //                   ^^^^^^^^^^^^^^^^^^^^^^^^^^ workflow-primitives/placeholder
    `,
  },
  {
    is: 'paths, dates and texts with slashes, endpoints with braces',
    drawing: `
        ## Document Availability
        | Document | Status | Path | Last Modified |
        |----------|--------|------|---------------|
        | checklists/ | present | specs/005/checklists/ | 2026/01/02 |

        ## Plan Traceability
        ### Entities -> Endpoints
        | Entity | Endpoints | Coverage |
        |--------|-----------|----------|
        | User | \`GET /users/{id}\` | ✓ Full |
    `,
  },
  { is: 'a template', name: 'index-template.md', drawing: left },
]);
