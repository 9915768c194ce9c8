/** Is a gap or a question of this status still to be dealt with? Any word that does not say that it is done says so. */
export function isOpenStatus(status: string): boolean {
  return !CLOSED.test(status.trim());
}

const CLOSED = /^(?:resolved|answered|deferred|known_gap|accepted|closed|completed?|done|rejected|dismissed)$/i;
