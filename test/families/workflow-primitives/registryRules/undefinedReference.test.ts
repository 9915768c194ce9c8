import { describe, expect, test } from 'vitest';
import { checkRule } from './checkRule';
import { fixesOf } from './fixed';

const name = 'specs/005/.workflow/state.md';
const files = {
  'specs/005/spec.md': '# Spec\n\n- **FR-001**: One.\n### FR-002: Two\n| FR-003 | Three |\n\nSee FR-009.\n',
  'specs/005/checklists/ux.md': '- [ ] CHK001 - One?\n* [x] **CHK-002** Two? (as CHK009)\n',
  'specs/005/checklists/more/deep.md': '- [ ] CHK003 - Three?\n',
  'specs/005/checklists/notes.txt': '- [ ] CHK004 - Four?\n',
  'check-modules/spec.md': '| ID | Check | Tier |\n|-|-|-|\n| SPEC-001 | Header | escalate |\n',
};

const queue = (chk: string, fr: string) => `## Metadata

## Gap Priority Queue

| Priority | Gap ID | CHK Source | FR Reference | Question | Status |
|----------|--------|------------|--------------|----------|--------|
| Minor | G-001 | ${chk} | ${fr} | Who? | pending |
`;

checkRule('undefined-reference', [
  {
    is: 'the ends of a range',
    drawing: `
        ## Gap Priority Queue

        | Priority | Gap ID | CHK Source | FR Reference | Question | Status |
        |----------|--------|------------|--------------|----------|--------|
        | Minor | G-001 | - | - | Who? | deferred |

        ## Gap Resolution History

        | Gap ID | Iteration | Action | Details |
        |--------|-----------|--------|---------|
        | G-001-G-002 | 1 | deferred | - |
      //        ^^^^^ workflow-primitives/undefined-reference warning: G-002 is not defined in the queue of gaps
    `,
  },
  {
    is: 'a row for a range of gaps defines them all',
    drawing: `
        ## Gap Priority Queue

        | Priority | Gap ID | CHK Source | FR Reference | Question | Status |
        |----------|--------|------------|--------------|----------|--------|
        | Minor | G-001–G-003 | - | - | Who? | deferred |

        ## Gap Resolution History

        | Gap ID | Iteration | Action | Details |
        |--------|-----------|--------|---------|
        | G-002 | 1 | deferred | - |
        | G-004 | 1 | deferred | - |
      //  ^^^^^ workflow-primitives/undefined-reference G-004 is not defined in the queue of gaps
    `,
  },
  {
    is: 'gaps and questions of the registry',
    drawing: `
        ## Gap Priority Queue

        | Priority | Gap ID | CHK Source | FR Reference | Question | Status | Clarification |
        |----------|--------|------------|--------------|----------|--------|---------------|
        | Minor | G-001 | CHK001 | FR-001 | As in G-077? | clarifying | C2.1 (covers G-001, G-002) |
        | Minor | G-002 | CHK001 | FR-001 | Who? | pending | C2.9, then C2.1 |
      //                                                     ^^^^ workflow-primitives/undefined-reference warning: C2.9 is not defined among the pending questions; did you mean "C2.1"?

        ## Pending Questions

        | ID | Question Summary | Gaps | Status |
        |----|------------------|------|--------|
        | C2.1 | Who? | covers G-001, G-0002 (and G-SPEC-007) | pending |
      //                              ^^^^^^ workflow-primitives/undefined-reference G-0002 is not defined in the queue of gaps; did you mean "G-002"?
      //                                          ^^^^^^^^^^ workflow-primitives/undefined-reference in the queue of gaps. Define it

        ## Priority Loop State

        - **Loop Status**: clarifying
        - **Pending Clarifications**: 2 (C2.1, C3.7)
      //                                       ^^^^ workflow-primitives/undefined-reference

        ## Gap Resolution History

        | Gap ID | Iteration | Action | Details |
        |--------|-----------|--------|---------|
        | G-009 | 1 | created | - |
      //  ^^^^^ workflow-primitives/undefined-reference
        | GAP-T1-001 | 1 | created | - |
        | G-008 | 1 |
    `,
  },
  {
    is: 'a missing queue, or missing questions',
    drawing: `
        ## Priority Loop State

        - **Pending Clarifications**: 1 (C2.1)

        ## Gap Priority Queue

        ## Gap Resolution History

        | Gap ID | Iteration | Action | Details |
        |--------|-----------|--------|---------|
        | G-009 | 1 | created | - |
    `,
  },
]);

describe('requirements, items and checks', () => {
  checkRule('undefined-reference', [
    {
      is: 'in the files of the feature',
      name,
      files,
      drawing: `
        ## Gap Priority Queue

        | Priority | Gap ID | CHK Source | FR Reference | Question | Status |
        |----------|--------|------------|--------------|----------|--------|
        | Minor | G-001 | CHK-001, CHK002 | FR-001, FR-002, FR-003 | Who? | pending |
        | Minor | G-002 | CHK009 | FR-009 | Who? | pending |
      //                  ^^^^^^ workflow-primitives/undefined-reference CHK009 is not defined in the checklists. Define it
      //                           ^^^^^^ workflow-primitives/undefined-reference FR-009 is not defined in spec.md. Define it
        | Minor | G-003 | CHK003 and CHK004 | FR-01 | Who? | pending |
      //                  ^^^^^^ workflow-primitives/undefined-reference
      //                             ^^^^^^ workflow-primitives/undefined-reference
      //                                      ^^^^^ workflow-primitives/undefined-reference did you mean "FR-001"?
        | Minor | G-004 | SPEC-001 | - | Who? | pending |
        | Minor | G-005 | SPEC-002 | - | Who? | pending |
      //                  ^^^^^^^^ workflow-primitives/undefined-reference SPEC-002 is not defined in the check modules; did you mean "SPEC-001"?
        | Minor | G-006 | TC-001 | - | Who? | pending |

        ## Metadata
      `,
    },
    {
      is: 'at the paths in the registry',
      name,
      files: { ...files, 'spec.md': '- **FR-009**: Of another feature.' },
      drawing: `
        ## Document Availability

        | Document | Status | Path |
        |----------|--------|------|
        | spec.md | present | \`specs/005/spec.md\` |

        ## Plan Traceability

        ### Requirements -> Entities

        | FR ID | Entities | Coverage |
        |-------|----------|----------|
        | FR-001 | User | Full |
        | FR-009 | User | Full |
      //  ^^^^^^ workflow-primitives/undefined-reference
      `,
    },
    {
      is: 'at the targets of its links',
      name,
      files: { ...files, 'spec.md': '- **FR-009**: Of another feature.' },
      drawing: `
        ## Document Availability

        | Document | Status | Path |
        |----------|--------|------|
        | [the spec](../spec.md) | present | - |

        ## Plan Traceability

        ### Requirements -> Entities

        | FR ID | Entities | Coverage |
        |-------|----------|----------|
        | FR-001 | User | Full |
        | FR-009 | User | Full |
      //  ^^^^^^ workflow-primitives/undefined-reference
      `,
    },
    { is: 'no files', name, files: { 'README.md': '' }, drawing: queue('CHK009', 'FR-009') },
    { is: 'an unknown disk', name, drawing: queue('CHK009', 'FR-009') },
    {
      is: 'a specification without requirements, and no items',
      name,
      files: { 'specs/005/spec.md': 'FR-X', 'specs/005/checklists/ux.md': '- [ ] Who?' },
      drawing: queue('CHK009', 'FR-009'),
    },
    {
      is: 'a file in place of the folder',
      name,
      files: { checklists: '', 'spec.md/a': '' },
      drawing: queue('CHK009', 'FR-009'),
    },
  ]);
});

test('the fix writes the id that was meant', () => {
  expect(fixesOf('undefined-reference', queue('CHK001', '`FR-01`'), { name, files })).toEqual([
    'Change to "FR-001"\n- | Minor | G-001 | CHK001 | `FR-01` | Who? | pending |\n+ | Minor | G-001 | CHK001 | `FR-001` | Who? | pending |',
  ]);
});
