/**
 * Bounds the memory of an index by the number of its envelopes.
 *
 * Invariant: `total` is the sum of the counts of all files, plus what a stored index held at the start.
 *
 * @param onReached called once, with the first file that is not read in full
 */
export function envelopeLimit(max: number, stored: number, onReached: (uri: string) => void) {
  const counts = new Map<string, number>();
  let total = stored;
  let isReported = false;

  return {
    isCounted: (uri: string): boolean => counts.has(uri),
    set(uri: string, count: number): void {
      total += count - (counts.get(uri) ?? 0);
      counts.set(uri, count);
    },
    delete(uri: string): void {
      total -= counts.get(uri) ?? 0;
      counts.delete(uri);
    },
    /** Whether there is no room for more envelopes of a file. */
    isReached(uri: string): boolean {
      if (total < max) return false;
      if (!isReported) onReached(uri);
      isReported = true;
      return true;
    },
  };
}
