import { checkRule } from './checkRule';

checkRule('missing-field', [
  {
    is: 'names that are slips, in bullets, rows, hand-offs, and without bold',
    drawing: `
        ## Metadata

        - **Featur ID**: 005
      //    ^^^^^^^^^ workflow-primitives/missing-field warning: "Featur ID" is not a field of "Metadata"; did you mean "Feature ID"?
        - Created at: 2026
        - **Owner**: me

        ## Priority Loop State

        | Field | Value |
        |-------|-------|
        | **Loop Sttus** | validating |
      //    ^^^^^^^^^^ workflow-primitives/missing-field did you mean "Loop Status"?
        | Stale Cuont | 0 / 3 |
      //  ^^^^^^^^^^^ workflow-primitives/missing-field did you mean "Stale Count"?

        ## Agent Handoff Notes

        ### From a

        - Done: all of it
        - ready for: b
      //  ^^^^^^^^^ workflow-primitives/missing-field did you mean "Ready for"?
    `,
  },
  {
    is: 'the fields of a whole registry',
    drawing: `
        # Feature Index: 005-invites

        ## Metadata
      //   ^^^^^^^^ workflow-primitives/missing-field "Metadata" has no field "Feature ID"

        ## Workflow Status
      //   ^^^^^^^^^^^^^^^ workflow-primitives/missing-field "Workflow Status" has no field "Status"

        - **Current Phase**: validating

        ## Agent Handoff Notes

        ### From a
      //    ^^^^^^ workflow-primitives/missing-field "From a" has no field "Ready for"

        - Read the spec

        ### From b

        - Ready for: c

        ### From d
    `,
  },
  {
    is: 'a loop tells the status, a table that of several workflows, and who has ended hands over to nobody',
    drawing: `
        # Feature Index: 005-invites

        ## Metadata

        - **ID** : 005-invites

        ## Workflow Status

        - **Current Phase**: completed

        ## Priority Loop State

        - **Loop Status** : terminated

        ## Agent Handoff Notes

        ### From a

        - All done
    `,
  },
  {
    is: 'several workflows in a table',
    drawing: `
        # Feature Index: 005-invites

        ## Metadata

        - **Feature ID**：005-invites

        ## Workflow Status

        | Workflow | Status | Last Run |
        |----------|--------|----------|
        | plan | blocked | - |
    `,
  },
  { is: 'a part of a registry', drawing: '## Metadata\n\n## Workflow Status\n\n## Agent Handoff Notes' },
]);

checkRule('unknown-word', [
  { is: 'a space before the colon', drawing: '## Metadata\n\n## Workflow Status\n\n- **Status** : in_progress' },
]);

checkRule('empty-cell', [
  {
    is: 'an empty status',
    drawing: `
        ## Metadata

        ## Workflow Status

        - **Status**:
      //    ^^^^^^ workflow-primitives/empty-cell "Status" is empty in this section
    `,
  },
]);

const ids = (title: string, id: string) => `# Feature Index: ${title}\n\n## Metadata\n\n- **Feature ID**: ${id}`;

checkRule('feature-id-differs', [
  {
    is: 'another id',
    drawing: `
        # Feature Index: 005-invites

        ## Metadata

        - **Feature ID**: \`004-invites\`
      //                   ^^^^^^^^^^^ workflow-primitives/feature-id-differs is "004-invites", but the title names "005-invites"

        ## Decisions Log
    `,
  },
  { is: 'a title in code, and in bold', drawing: ids('`005-invites`', '005-invites') },
  {
    is: 'a bold title',
    drawing: ids('x', '005-invites')
      .replace('Feature Index: x', '**Feature Index: 005\\_invites**')
      .replace('005-i', '005_i'),
  },
  {
    is: 'another id in code',
    drawing: `
        # Feature Index: \`005-invites\`

        ## Metadata

        - __Feature ID__: 004-invites
      //                  ^^^^^^^^^^^ workflow-primitives/feature-id-differs but the title names "005-invites"

        ## Decisions Log
    `,
  },
  { is: 'the number alone', drawing: ids('005', '005-invites') },
  { is: 'the number alone in the field', drawing: ids('005-invites', '005') },
  { is: 'a title in words', drawing: ids('Inviting teams', '005-invites') },
  { is: 'placeholders', drawing: ids('{{feature_id}}', '005-invites') },
]);
