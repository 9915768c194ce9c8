/** Ignores the rejection of a request to the client. */
export function ignoreRejection(asked: Promise<unknown>): void {
  asked.catch(() => {});
}

/** Collects the results of several providers in order. A provider that fails does not affect the others. */
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
