import { checkRule } from './checkRule';

const loop = (status: string, iteration: string) =>
  `## Metadata\n\n## Priority Loop State\n\n- **Loop Status**: ${status}\n- **Current Iteration**: ${iteration}`;

checkRule('counter-range', [
  {
    is: 'above the limit, with another limit, without a limit, not a counter',
    drawing: `
        ## Priority Loop State
        | Field | Value |
        |-------|-------|
        | Loop Status | clarifying |
        | Current Iteration | 12 / 10 |
      //                      ^^^^^^^ workflow-primitives/counter-range warning: it must be from 0 to 10
        | Stale Count | 1 / 5 |
      //                ^^^^^ workflow-primitives/counter-range its limit is 3, not 5

        ## Plan Phase State
        - **Current Iteration**: 2
      //                         ^ workflow-primitives/counter-range write it with its limit, "n / 3"
        - **Total Iterations**: -1 / 10
      //                        ^^^^^^^ workflow-primitives/counter-range
        - **Stale Count**: second
      //                   ^^^^^^ workflow-primitives/counter-range it counts as "n / 2"
    `,
  },
  {
    is: 'iteration 0 while validating',
    drawing: `
        ## Metadata

        ## Priority Loop State
        - **Loop Status**: validating
        - **Current Iteration**: 0 / 10
      //                         ^^^^^^ workflow-primitives/counter-range iteration 0 is over when the first validation begins
    `,
  },
  { is: 'within its limits', drawing: loop('clarifying', '**10/10**') },
  { is: 'with marks and a comment', drawing: loop('*clarifying* <!-- waits for Ann -->', '**2** / 10') },
  { is: 'iteration 0 before the first validation', drawing: loop('spec_writing', '0 / 10') },
  { is: 'iteration 0 of a terminated loop', drawing: loop('terminated', '0 / 10') },
  { is: 'a placeholder', drawing: loop('clarifying', '{n} / 10') },
]);
