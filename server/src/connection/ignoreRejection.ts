/** What a client refuses it does without; the server goes on. */
export function quietly(asked: Promise<unknown>): void {
  asked.catch(() => {});
}
