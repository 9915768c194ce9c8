import { expect, test } from 'vitest';
import { runsEverything } from '../../../kit/amount';
import { superlinearity } from '../../../kit/timing';
import { checkRule } from './checkRule';
import { fixesOf } from './fixed';

const matrix = (forward: string, backward: string) => `## Metadata

## Traceability Matrix

### Requirements → Checklist Coverage

| FR ID | CHK IDs | Coverage Status | Notes |
|-------|---------|-----------------|-------|
${forward}

### Checklist → Requirements Mapping

| CHK ID | FR IDs | Gap Type | Resolution |
|--------|--------|----------|------------|
${backward}
`;

checkRule('traceability-mismatch', [
  {
    is: 'in either direction, and with a missing row',
    drawing: `
        ## Metadata

        ## Traceability Matrix

        ### Requirements -> Checklist Coverage

        | FR ID | CHK IDs | Coverage Status | Notes |
        |-------|---------|-----------------|-------|
        | FR-001 | CHK001, CHK-002 | Covered | CHK003 |
        | FR-002 | \`CHK002\`, CHK003 | Covered | - |
      //            ^^^^^^ workflow-primitives/traceability-mismatch warning: FR-002 names CHK002 here, but the row of CHK002 does not name FR-002. Add it there
      //                     ^^^^^^ workflow-primitives/traceability-mismatch CHK003 has no row in the other direction
        | FR-003 | CHK005 |

        ### Checklist -> Requirements Mapping

        | CHK ID | FR IDs | Gap Type | Resolution |
        |--------|--------|----------|------------|
        | CHK001 | FR-001 and FR-002 | - | - |
      //                      ^^^^^^ workflow-primitives/traceability-mismatch CHK001 names FR-002 here, but the row of FR-002 does not name CHK001
        | CHK002 | FR-001 | Clarity | - |
        | CHK004 | - | Completeness | - |
        | CHK005 | FR-003 | Clarity | - |
    `,
  },
  { is: 'both agree', drawing: matrix('| FR-001 | CHK001 | Covered | - |', '| CHK-001 | FR-001 | - | - |') },
  {
    is: 'ranges, and rows with several ids',
    drawing: matrix(
      '| FR-001 | CHK001-CHK003 | Covered | - |\n| FR-002, FR-003 | CHK004 | Covered | - |',
      [
        ...['| CHK001 | FR-001 | - | - |', '| CHK002, CHK003 | FR-001 | - | - |'],
        '| CHK004 | FR-002..FR-003 | - | - |',
      ].join('\n'),
    ),
  },
  {
    is: 'a range with too many or too few ids',
    drawing: `
        ## Metadata

        ## Traceability Matrix

        | FR ID | CHK IDs | Coverage Status | Notes |
        |-------|---------|-----------------|-------|
        | FR-001 | CHK001 to CHK005 | Covered | - |
      //           ^^^^^^^^^^^^^^^^ workflow-primitives/traceability-mismatch FR-001 names CHK003 here, but CHK003 has no row in the other direction. Add one, or remove this one. The same goes for 1 more.
      //                     ^^^^^^ workflow-primitives/traceability-mismatch FR-001 names CHK005 here, but the row of CHK005 does not name FR-001. Add it there, or remove this one.
        | FR-002 - FR-003 | CHK001 | Covered | - |
      //                    ^^^^^^ workflow-primitives/traceability-mismatch FR-003 names CHK001 here, but the row of CHK001 does not name FR-003

        | CHK ID | FR IDs | Gap Type | Resolution |
        |--------|--------|----------|------------|
        | CHK001, CHK002 | FR-001–FR-002 | - | - |
      //                          ^^^^^^ workflow-primitives/traceability-mismatch CHK002 names FR-002 here, but the row of FR-002 does not name CHK002
        | CHK005 | FR-004 | - | - |
      //           ^^^^^^ workflow-primitives/traceability-mismatch FR-004 has no row
    `,
  },
  { is: 'one empty direction', drawing: matrix('| FR-001 | CHK001 | Covered | - |', '') },
  {
    is: 'one direction only',
    drawing: matrix('| FR-001 | CHK001 | Covered | - |', '').replace(/### Checklist[\s\S]*/, ''),
  },
]);

test('the fix adds the missing references of the other direction', () => {
  const both = matrix('| FR-001 | CHK001 | Covered | - |', '| CHK001 | - | - | - |');
  expect(fixesOf('traceability-mismatch', both)).toEqual([
    'Add FR-001 to CHK001\n- | CHK001 | - | - | - |\n+ | CHK001 | FR-001 | - | - |',
  ]);
  const more = matrix('| FR-001 | CHK001, CHK002 | Covered | - |', '| CHK001 | FR-001 | - | - |');
  expect(fixesOf('traceability-mismatch', more)).toEqual(['Add a row for CHK002\n+ | CHK002 | FR-001 | - | - |']);
  const second = matrix(
    '| FR-001 | CHK001 | Covered | - |\n| FR-002 | CHK001 | Covered | - |',
    '| CHK001 | FR-001 | - | - |',
  );
  expect(fixesOf('traceability-mismatch', second)).toEqual([
    'Add FR-002 to CHK001\n- | CHK001 | FR-001 | - | - |\n+ | CHK001 | FR-001, FR-002 | - | - |',
  ]);
  const coverage = matrix('| FR-001 | CHK001 | Covered | - |', '| CHK001 | FR-001, FR-002 | - | - |');
  expect(fixesOf('traceability-mismatch', coverage)).toEqual([]);
  // In a row with several ids, the fix would apply to all of them.
  const several = matrix(
    '| FR-001, FR-002 | CHK001 | Covered | - |',
    '| CHK001 | FR-001, FR-002 | - | - |\n| CHK002 | FR-001 | - | - |',
  );
  expect(fixesOf('traceability-mismatch', several)).toEqual([]);
});

test.runIf(runsEverything)('ranges in rows of ranges are fast', () => {
  const rows = (count: number, row: string) => Array.from({ length: count }, () => row).join('\n');
  const find = (count: number) =>
    fixesOf(
      'traceability-mismatch',
      matrix(
        rows(count, '| FR-001 to FR-300 | CHK001 to CHK300 | Covered | - |'),
        rows(count, '| CHK001 to CHK300 | FR-001 to FR-299 | - | - |'),
      ),
    );
  expect(find(300)).toEqual([]);
  expect(superlinearity(find, 300)).toBeLessThan(3);
});
