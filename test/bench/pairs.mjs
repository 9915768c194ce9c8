/**
 * Runs two things in turns, so that whatever else the machine does meets both alike.
 * @param {() => number | Promise<number>} own milliseconds of one run
 * @param {() => number | Promise<number>} anchor the same of what it is held against
 * @param {number} count of pairs, after one that warms up
 */
export async function pairs(own, anchor, count) {
  const ownTimes = [];
  const anchorTimes = [];
  for (let i = -1; i < count; i++) {
    // Each goes first as often as the other.
    const [first, second] = i % 2 === 0 ? [own, anchor] : [anchor, own];
    const times = [await first(), await second()];
    if (i < 0) continue;
    const [ownTime, anchorTime] = i % 2 === 0 ? times : times.reverse();
    ownTimes.push(ownTime);
    anchorTimes.push(anchorTime);
  }
  return ratioOf(ownTimes, anchorTimes);
}

/**
 * The ratio of two series of times, by a statistic of each.
 * @param {readonly number[]} ownTimes
 * @param {readonly number[]} anchorTimes as many
 * @param {(times: readonly number[]) => number} [statistic]
 */
export function ratioOf(ownTimes, anchorTimes, statistic = median) {
  const [low, high] = interval(ownTimes, anchorTimes, statistic);
  const [own, anchor] = [statistic(ownTimes), statistic(anchorTimes)];
  return { pairs: ownTimes.length, own, anchor, ratio: own / anchor, low, high };
}

/** Milliseconds that something takes. */
export function timed(run) {
  const start = performance.now();
  run();
  return performance.now() - start;
}

export function median(values) {
  const sorted = values.toSorted((one, two) => one - two);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

// 95 % of the ratios that the same pairs give when they are drawn anew, with repetition.
function interval(ownTimes, anchorTimes, statistic) {
  const ratios = Array.from({ length: 1000 }, () => {
    const drawn = ownTimes.map(() => Math.floor(Math.random() * ownTimes.length));
    return statistic(drawn.map(i => ownTimes[i])) / statistic(drawn.map(i => anchorTimes[i]));
  }).sort((one, two) => one - two);
  return [ratios[25], ratios[974]];
}
