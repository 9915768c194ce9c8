import { expect, test } from 'vitest';
import { checkRule } from './checkRule';
import { fixesOf } from './fixed';

const head = '## Extracted Signals\n\n## Document Availability\n\n| Document | Status |\n|---|---|\n';

checkRule('cell-count', [
  {
    is: 'too few and too many cells',
    drawing: `
        ## Document Availability
        | Document | Status | Path |
        |----------|--------|------|
        | a.md | absent |
      //^^^^^^^^^^^^^^^^^ workflow-primitives/cell-count error: has 2 cells, its header 3: Document | Status | Path. Write "-"
        | b.md | absent | b.md | new |
      //^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ workflow-primitives/cell-count error: has 4 cells, its header 3
        | c.md |
      //^^^^^^^^ workflow-primitives/cell-count has 1 cell, its
        | d.md | absent | - |

        ## Decisions Log
    `,
  },
  {
    is: 'a pipe in code, and between words',
    drawing: `
        ## Decisions Log
        | Timestamp | Agent | Decision | Rationale |
        |-----------|-------|----------|-----------|
        | 2026-01-01 | a | Use \`a|b\` | - |
      //^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ workflow-primitives/cell-count error: A "|" separates cells even inside code: write
        | 2026-01-01 | a | yes|no | - |
      //^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ workflow-primitives/cell-count A "|" separates cells, also between words: write "\\|".
        | 2026-01-01 | a | \`x|y|z\` |
      //^^^^^^^^^^^^^^^^^^^^^^^^^^^^ workflow-primitives/cell-count Write "\\|" for a "|" that is part of the text
        | 2026-01-01 | a | \`a\\|b\` and c\\|d | - |

        ## Metadata
        | Field | Value |
        |-------|-------|
        | Branch | a | b |
      //^^^^^^^^^^^^^^^^^^ workflow-primitives/cell-count has 3 cells, its header 2
    `,
  },
  {
    is: 'text directly below',
    drawing: `
        ## Document Availability
        | Document | Status |
        |----------|--------|
        | a.md | absent |
        None
      //^^^^ workflow-primitives/cell-count error: has 1 cell, its header 2: Document | Status. Text below a table needs a blank line

        ## Workflow Status
        Workflow | Status
        ---|---
        blocked |
      //^^^^^^^^^ workflow-primitives/cell-count Write "-"
        That is all.
      //^^^^^^^^^^^^ workflow-primitives/cell-count Text below a table
    `,
  },
  { is: 'without outer pipes, and empty cells', drawing: `${head}a.md | absent\n|||\n| | | \n| b.md ||  ` },
  {
    is: 'tables of other sections',
    drawing: '## Metadata\n\n## Decisions Log\n\n## Else\n\n| A | B |\n|---|---|\n| 1 |',
  },
]);

test('a dash at the start of a row without outer pipes begins no list', () => {
  const text = '## Metadata\n\n## Workflow Status\n\nWorkflow | Status | Last Run\n---|---|---\nblocked | 2026-01-02\n';
  expect(fixesOf('cell-count', text)).toEqual([
    'Fill the row up with "-"\n- blocked | 2026-01-02\n+ | - | blocked | 2026-01-02',
  ]);
});
