// No test knows how fast its machine is: what takes long is compared with something else that was timed beside it.

/** How many milliseconds something takes: the least of several times, since a machine does something else besides. */
export function fastest(times: number, run: () => unknown): number {
  return fastestOf(times, [run])[0] ?? Number.POSITIVE_INFINITY;
}

/**
 * How much more than linearly the time of something grows with its size: 1 where eight times the size takes eight times
 * as long, 8 where it takes 64 times as long.
 */
export function superlinearity(run: (size: number) => unknown, size: number): number {
  const eighth = Math.ceil(size / 8);
  const runs = [
    () => run(size),
    () => {
      for (let time = 0; time < 8; time++) run(eighth);
    },
  ];
  let growth = Number.POSITIVE_INFINITY;
  let least: number[] = [];
  // What grows too fast does so however often it is timed; a machine that is busy for a while does not.
  for (let round = 0; round < 60 && growth > 2; round++) {
    least = fastestOf(1, runs).map((time, index) => Math.min(time, least[index] ?? time));
    const [whole = 0, eighths = 0] = least;
    // Below two milliseconds the memory counts that a long text is made in. What is quadratic in 100,000 characters takes seconds.
    growth = (whole + 2) / (eighths + 2);
  }
  return growth;
}

/** How many times as long something takes as parsing a megabyte of JSON. */
export function inMegabytesParsed(times: number, run: () => unknown): number {
  const [took = 0, anchor = 0] = fastestOf(times, [run, () => JSON.parse(MEGABYTE)]);
  return took / anchor;
}

const MEGABYTE = JSON.stringify(
  Array.from({ length: 13_000 }, (_, id) => ({
    id,
    name: `agent ${id}`,
    list: [1, true, null, 'x'],
    text: '-'.repeat(20),
  })),
);

/** The least milliseconds of each, all timed in turn: what slows the machine for a while slows all of them. */
function fastestOf(times: number, runs: readonly (() => unknown)[]): number[] {
  const least = runs.map(() => Number.POSITIVE_INFINITY);
  for (let time = 0; time < times; time++) {
    for (const [index, run] of runs.entries()) {
      const begun = performance.now();
      run();
      least[index] = Math.min(least[index] ?? 0, performance.now() - begun);
    }
  }
  return least;
}
