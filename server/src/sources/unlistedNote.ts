/** That runs of a store can't be listed, in a line; undefined if all are. */
export function unlistedNote(count: number): string | undefined {
  if (count === 0) return undefined;
  const are = count === 1 ? '1 run is' : `${count} runs are`;
  return `${are} left out: the store gives no start, or no valid id`;
}
