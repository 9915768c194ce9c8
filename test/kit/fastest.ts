/** How many milliseconds something takes: the least of several times, since a machine does something else besides. */
export function fastest(times: number, run: () => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < times; time++) {
    const begun = performance.now();
    run();
    least = Math.min(least, performance.now() - begun);
  }
  return least;
}
