/** What several can offer, one after the other: where one fails, what the others offer is there all the same. */
export async function collectFulfilled<T>(
  offers: readonly (() => Promise<readonly T[]>)[],
  failed: (error: unknown) => void,
): Promise<T[]> {
  const all: T[] = [];
  for (const offer of offers) {
    try {
      all.push(...(await offer()));
    } catch (error) {
      failed(error);
    }
  }
  return all;
}
