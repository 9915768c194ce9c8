import { expect, test } from 'vitest';
import { checkRule } from './checkRule';
import { fixesOf } from './fixed';

const gap = '| Critical | G-001 | resolved | Applied |';
const queue = `
## Gap Priority Queue

| Priority | Gap ID | Status | Resolution |
|----------|--------|--------|------------|
${gap}
`;
const history = '\n## Gap Resolution History\n\n| Gap ID | Iteration | Action | Details |\n|---|---|---|---|\n';

checkRule('resolved-without-history', [
  {
    is: 'without a line in the history',
    drawing: `
        ## Gap Priority Queue

        | Priority | Gap ID | Status | Resolution |
        |----------|--------|--------|------------|
        | Critical | G-001 | resolved | Applied |
        | Critical | G-002 | resolved | Applied |
      //                     ^^^^^^^^ workflow-primitives/resolved-without-history warning: G-002 is resolved, but the Gap Resolution History has no line about it
        | Critical | G-003 | deferred | - |
        | Critical | G-004 | resolved | Applied |

        ## Plan Gap Queue

        | Priority | Gap ID | Check Source | Phase | Artifact | Description | Tier | Status |
        |----------|--------|--------------|-------|----------|-------------|------|--------|
        | Minor | GAP-P1-001 | MDL-001 | 1 | plan.md | A type | auto-resolve | resolved |

        ## Gap Resolution History

        | Gap ID | Iteration | Action | Details |
        |--------|-----------|--------|---------|
        | **G-001** | 1 | resolved | Answer |
        | G-004 | 1 |
    `,
  },
  {
    is: 'a line about a range',
    drawing: `
        ## Gap Priority Queue

        | Priority | Gap ID | Status | Resolution |
        |----------|--------|--------|------------|
        | Critical | G-001 | resolved | Applied |
        | Critical | G-002 | resolved | Applied |
        | Critical | G-003 | resolved | Applied |
        | Critical | G-004 | resolved | Applied |
      //                     ^^^^^^^^ workflow-primitives/resolved-without-history G-004 is resolved

        ## Gap Resolution History

        | Gap ID | Iteration | Action | Details |
        |--------|-----------|--------|---------|
        | G-001..G-003 | 1 | resolved | Answer |
    `,
  },
  { is: 'no history section', drawing: `${queue}\n## Metadata\n` },
  { is: 'a history without a table', drawing: `${queue}\n## Gap Resolution History\n` },
]);

test('the fix adds a line with the known values', () => {
  const loop =
    '\n## Priority Loop State\n\n- **Current Iteration**: 2 / 10\n- **Last Activity**: 2026-06-09T08:45:00Z\n';
  expect(fixesOf('resolved-without-history', queue + history + loop)).toEqual([
    'Add a line about G-001 to the history\n+ | G-001 | 2 | resolved | Applied |',
  ]);
});

test('the fix names the question', () => {
  const whole = `
## Gap Priority Queue

| Priority | Gap ID | CHK Source | FR Reference | Question | Status |
|---|---|---|---|---|---|
| Critical | G-001 | CHK001 | FR-001 | Who? | resolved |

## Pending Questions

| ID | Question Summary | Gaps | Status |
|---|---|---|---|
| C1.2 | Who? | G-001 | answered |

## Priority Loop State

- **Loop Status**: validating
- **Last Activity**: 2026-06-09T08:45:00Z

## Gap Resolution History

| Gap ID | CHK Source | Original Gap | Priority | Resolution | Resolved Via | Iteration | Timestamp |
|---|---|---|---|---|---|---|---|`;
  expect(fixesOf('resolved-without-history', whole)).toEqual([
    'Add a line about G-001 to the history\n+ | G-001 | CHK001 | Who? | Critical | Answer to C1.2 | C1.2 | 1 | 2026-06-09T08:45:00Z |',
  ]);
});

test('the fix writes no time before that of the last line', () => {
  const whole = `
## Gap Priority Queue

| Priority | Gap ID | Status | Resolution |
|---|---|---|---|
| Minor | G-001 | resolved | Applied |

## Priority Loop State

- **Current Iteration**: 2 / 10
- **Last Activity**: 2026-06-09T08:45:00Z

## Gap Resolution History

| Gap ID | Iteration | Action | Details | Timestamp |
|---|---|---|---|---|
| G-002 | 1 | resolved | - | 2026-06-09T12:00:00+02:00 |`;
  expect(fixesOf('resolved-without-history', whole)).toEqual([
    'Add a line about G-001 to the history\n+ | G-001 | 2 | resolved | Applied | 2026-06-09T12:00:00+02:00 |',
  ]);
});

test('no fix if the line would be incomplete', () => {
  expect(fixesOf('resolved-without-history', queue + history)).toEqual([]);
});
