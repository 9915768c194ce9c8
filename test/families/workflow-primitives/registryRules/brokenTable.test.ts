import { expect, test } from 'vitest';
import { fixAll } from '../../../../server/src/features/fixes/fixAll';
import { scanRegistryState } from '../../../../server/src/registry/scanRegistryState';
import { fileText } from '../../../../server/src/text/lines';
import { analyseText, memoryFile, problemsIn } from '../../../kit/analyseText';
import { testContext } from '../../../kit/testContext';
import { checkRule } from './checkRule';

const HEADER = '| Timestamp | Agent | Decision | Rationale |';
const ROWS = '| 2026-01-31 | a | One | - |\n| 2026-01-30 | b | Two |';

checkRule('broken-table', [
  {
    is: 'no delimiter row',
    drawing: `
        ## Document Availability

        ## Decisions Log

        ${HEADER}
      //^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ workflow-primitives/broken-table error: the delimiter row below the header is missing. Add "|---|---|---|---|".
        | 2026-01-31 | a | One | - |
    `,
  },
  {
    is: 'no rows either, and text directly above',
    drawing: `
        ## Document Availability
        What there is:
        | Document | Status |
      //^^^^^^^^^^^^^^^^^^^^^ workflow-primitives/broken-table error: is missing

        ## Decisions Log
    `,
  },
  {
    is: 'delimiter rows of the wrong length',
    drawing: `
        ## Decisions Log

        ${HEADER}
        |---|---|---|
      //^^^^^^^^^^^^^ workflow-primitives/broken-table error: must have as many cells as the header, 4. Write "|---|---|---|---|".
        | 2026-01-31 | a | One | - |

        ## Document Availability

        | Document | Status |
        |---|---|---|
      //^^^^^^^^^^^^^ workflow-primitives/broken-table error: as the header, 2
        | a.md | absent |
    `,
  },
  {
    is: 'delimiter rows of other characters',
    drawing: `
        ## Decisions Log

        ${HEADER}
        |===|===|===|===|
      //^^^^^^^^^^^^^^^^^ workflow-primitives/broken-table error: consists of dashes
        | 2026-01-31 | a | One | - |

        ## Document Availability

        Document | Status
        ———|———
      //^^^^^^^ workflow-primitives/broken-table error: consists of dashes
        a.md | absent
    `,
  },
  {
    is: 'blank lines below the delimiter row, between rows, and below the header',
    drawing: `
        ## Decisions Log

        ${HEADER}
        |---|---|---|---|

        | 2026-01-31 | a | One | - |
      //^^^^^^^^^^^^^^^^^^^^^^^^^^^^ workflow-primitives/broken-table error: A blank line cuts this row off

        | 2026-01-31 | a | Two | - |

        ## Document Availability

        | Document | Status |

        |----------|--------|
      //^^^^^^^^^^^^^^^^^^^^^ workflow-primitives/broken-table error: A blank line
        | a.md | absent |
    `,
  },
  {
    is: 'a table of fields',
    drawing: `
        ## Decisions Log

        ## Metadata

        | Field | Value |
      //^^^^^^^^^^^^^^^^^ workflow-primitives/broken-table error: is missing
        | Branch | a |
    `,
  },
  {
    is: 'text with pipes that is no table of the registry',
    drawing: `
        ## Decisions Log

        ${HEADER}
        |---|---|---|---|
        | 2026-01-31 | a | One | - |

        **Status**: \`pending\` | \`resolved\`
        Use a | b | c.

        | this | that |

        > | Timestamp | Agent | Decision | Rationale |
        > | 2026-01-31 | a | One | - |

        | Other | Table |
        |-------|-------|

        | a | b |

        ## Document Availability
    `,
  },
]);

test.each([
  ['no delimiter row', `${HEADER}\n${ROWS}`],
  ['a short one', `${HEADER}\n|---|---|\n${ROWS}`],
  ['a blank line', `${HEADER}\n|---|---|---|---|\n\n${ROWS}`],
  ['a blank line above it', `${HEADER}\n\n|---|---|---|---|\n${ROWS}`],
])('the rows of a table with %s are checked', (_, table) => {
  const text = `## Document Availability\n\n## Decisions Log\n\n${table}`;
  const found = problemsIn(analyseText('state.md', text)).filter(({ rule }) => !rule.endsWith('/broken-table'));
  expect(found.map(({ message }) => message)).toEqual([
    expect.stringContaining('This row has 3 cells, its header 4'),
    expect.stringContaining('"2026-01-30" is earlier than the line before'),
  ]);
});

test('the certain fixes make tables of them', () => {
  const text = `## Document Availability\n\n## Decisions Log\n\n${HEADER}\n\n| 2026-01-31 | a | One | - |\n\n\n| 2026-01-31 | b | Two | - |\n`;
  const fixed = fileText(fixAll(memoryFile('state.md', text), testContext({})).file);
  const delimiter = '|-----------|-------|----------|-----------|';
  expect(fixed.split('\n').slice(4)).toEqual([
    HEADER,
    delimiter,
    '| 2026-01-31 | a | One | - |',
    '| 2026-01-31 | b | Two | - |',
    '',
  ]);
});

test('the state of runs is read from a broken table', () => {
  const text =
    '# Feature Index: 005\n\n## Metadata\n\n## Workflow Status\n\n| Workflow | Status |\n| plan | completed |\n';
  expect(scanRegistryState(text)?.workflows).toEqual([{ name: 'plan', status: 'succeeded' }]);
});
