/** Whether a gap or question with this status is still open: any status that does not say that it is done. */
export function isOpenStatus(status: string): boolean {
  return !CLOSED.test(status.trim());
}

const CLOSED = /^(?:resolved|answered|deferred|known_gap|accepted|closed|completed?|done|rejected|dismissed)$/i;
