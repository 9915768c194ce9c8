import { test } from 'vitest';
import { expectDrawnProblems } from '../kit/expectDrawnProblems';

test('a table that explains words or lists other things is not a table of its section', () => {
  expectDrawnProblems(
    'notes.md',
    `
        # Notes

        ## Gap Priority Queue

        | Priority | Gap ID | Status | Resolution |
        |----------|--------|--------|------------|

        | Status | Meaning |
        |--------|---------|
        | pending | nobody looked at it |

        ## Extracted Signals

        ### Deliverables

        | Deliverable | Source |
        |-------------|--------|
        | report | user |

        ## Checklist Configuration

        | Dimension | Value | Source |
        |-----------|-------|--------|
        | Theme | security | spec |
    `,
    {},
    ['workflow-primitives/missing-column', 'workflow-primitives/cell-count', 'workflow-primitives/unknown-word'],
  );
});
