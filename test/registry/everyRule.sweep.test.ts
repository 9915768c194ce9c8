import { expect, test } from 'vitest';
import { registryRules } from '../../server/src/families/workflow-primitives/registryRules';
import { parseFixture } from '../kit/drawnFixture';
import { expectDrawnProblems } from '../kit/expectDrawnProblems';

const files = {
  'specs/005/spec.md': '- **FR-001**: One.\n- **FR-002**: Two.\n',
  'specs/005/checklists/ux.md': '- [ ] CHK001 - One?\n- [ ] CHK002 - Two?\n',
};

/** A registry that violates every rule once. It has two loops, since a loop is either completed or terminated. */
const drawing = `
        # Feature Index: 006
      //  ^^^^^^^^^^^^^^^^^^ workflow-primitives/missing-section warning: "Agent Handoff Notes"

        ## Metadata

        - **Feature ID**: 005
      //                  ^^^ workflow-primitives/feature-id-differs warning:
        - **Branch**: {branch}
      //              ^^^^^^^^ workflow-primitives/placeholder warning:
        - **Created**: yesterday
      //               ^^^^^^^^^ workflow-primitives/bad-time warning:

        ## Document Availability

        | Document | Status |
        |----------|--------|
        | spec.md | absent |
      //            ^^^^^^ workflow-primitives/document-there warning:
        | plan.md | present |
      //            ^^^^^^^ workflow-primitives/document-missing warning:

        ## Workflow Status

        - **Current Phase**: validating
        - **Current Agent**: checklist-agent
        - **Status**: complete
      //              ^^^^^^^^ workflow-primitives/unknown-word warning: did you mean "completed"?
        - **Last Rum**: 2026-06-09T08:40:00Z
      //    ^^^^^^^^ workflow-primitives/missing-field warning: did you mean "Last Run"?

        ## Priority Loop State

        - **Loop Status**: completed
      //                   ^^^^^^^^^ workflow-primitives/completed-with-open-gaps warning: G-001 (Critical, clarifying)
        - **Current Iteration**: 12 / 10
      //                         ^^^^^^^ workflow-primitives/counter-range warning:
        - **Last Activity**: 2026-06-09T08:40:00Z

        ## Priority Loop State
      //   ^^^^^^^^^^^^^^^^^^^ workflow-primitives/duplicate-section warning: in line 23

        - **Loop Status**: terminated
      //                   ^^^^^^^^^^ workflow-primitives/terminated-without-reason warning:
        - **Current Iteration**: 1 / 10
        - **Last Activity**: 2026-06-09T08:40:00Z

        ## Gap Priority Queue

        | Priority | Gap ID | CHK Source | FR Reference | Question | Status |
        |----------|--------|------------|--------------|----------|--------|
        | Critical | G-001 | CHK001 | FR-001 | Who? | clarifying |
      //                                              ^^^^^^^^^^ workflow-primitives/gap-without-question warning:
        | Minor | G-002 | CHK002 | FR-002 | When? | resolved |
      //                                            ^^^^^^^^ workflow-primitives/resolved-without-history warning:
        | Minor | G-003 | CHK002 | FR-002 | Where? | deferred |
        | Minor | G-003 | CHK002 | FR-002 | | pending |
      //          ^^^^^ workflow-primitives/duplicate-id warning:
      //                                   ^ workflow-primitives/empty-cell warning:
        | Minor | G-004 | CHK002 | FR-404 | Why? | pending |
      //                           ^^^^^^ workflow-primitives/undefined-reference warning:
        | Minor | G006 | CHK002 | FR-002 | How? | pending |
      //          ^^^^ workflow-primitives/bad-id warning:
        | Minor | G-005 | CHK002 | FR-002 | pending |
      //^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ workflow-primitives/cell-count error:

        ## Pending Questions

        | ID | Question Summary | Gaps | Status |
        |----|------------------|------|--------|
        | C1.1 | Where? | G-003 | answered |
        | C1.2 | When? | G-002 | pending |
      //                 ^^^^^ workflow-primitives/question-without-gap warning:

        ## Traceability Matrix

        ### Requirements -> Checklist Coverage

        | FR ID | CHK IDs | Coverage Status | Notes |
        |-------|---------|-----------------|-------|
        | FR-001 | CHK001, CHK002 | Covered | - |
      //                   ^^^^^^ workflow-primitives/traceability-mismatch warning:

        ### Checklist -> Requirements Mapping

        | CHK ID | FR IDs | Gap Type | Resolution |
        |--------|--------|----------|------------|
        | CHK001 | FR-001 | - | - |
        | CHK002 | - | Clarity | - |

        ## Specification Progress
      //   ^^^^^^^^^^^^^^^^^^^^^^ workflow-primitives/missing-table warning:

        ## Feature Readiness

        | Milestone | Ready | Blocker |
        |-----------|-------|
      //^^^^^^^^^^^^^^^^^^^^^ workflow-primitives/broken-table error:
        | Planning ready | no | - |

        ## Gap Resolution History

        | Gap ID | Iteration | Action |
      //^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ workflow-primitives/missing-column warning: "Details"
        |--------|-----------|--------|
        | G-003 | 1 | deferred |

        ## Decisions Log

        | Timestamp | Agent | Decision | Rationale |
        |-----------|-------|----------|-----------|
        | 2026-06-09T08:40:00Z | spec-writer | One | Two |
        | 2026-06-08T08:40:00Z | spec-writer | Two | One |
      //  ^^^^^^^^^^^^^^^^^^^^ workflow-primitives/time-goes-back warning:
`;

test('a registry that breaks every rule', () => {
  expectDrawnProblems('specs/005/.workflow/index.md', drawing, { files });
});

test('the registry violates every rule', () => {
  const broken = new Set(parseFixture(drawing).drawn.map(({ rule }) => rule));
  expect([...broken].sort()).toEqual(registryRules.map(({ id }) => id).sort());
});
