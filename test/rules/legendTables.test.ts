import { test } from 'vitest';
import { check } from '../kit/check';

test('what explains words, or lists something else, is no table of its section', () => {
  check(
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
