/** What a client refuses it does without; the server goes on. */
export function ignoreRejection(asked: Promise<unknown>): void {
  asked.catch(() => {});
}
