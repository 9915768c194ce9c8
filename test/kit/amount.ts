// How much of the sweeps runs: a part that holds each promise, or with `npm test -- all` everything.

/** Whether all cases run. */
export const runsEverything = process.env.AGENT_ENVELOPES_TESTS === 'all';

/** How many cases of a property to draw, or how large one is: an eighth of `count`, rounded up, unless everything runs. */
export function eighth(count: number): number {
  return runsEverything ? count : Math.ceil(count / 8);
}

/** The same of a sixteenth: of what is made at random, or of every way to break something, where the same is looked for in each case. */
export function sixteenth(count: number): number {
  return runsEverything ? count : Math.ceil(count / 16);
}

/** Which cases to run: the first and each fourth after it, unless everything runs. */
export function everyFourth<Case>(cases: readonly Case[]): readonly Case[] {
  return oneOf(4, cases);
}

/** The same of so many cases one: of what comes in turns of four or six, one of 13 is, from turn to turn, another. */
export function oneOf<Case>(count: number, cases: readonly Case[]): readonly Case[] {
  return runsEverything ? cases : cases.filter((_, at) => at % count === 0);
}
