/** Ignores a rejected client request. */
export function ignoreRejection(asked: Promise<unknown>): void {
  asked.catch(() => {});
}
