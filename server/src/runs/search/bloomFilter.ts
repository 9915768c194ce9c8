/**
 * A set of hashes of 32 bits that takes a byte for each, and wrongly has one of some fifty others. It never lacks one of its own.
 *
 * @param mostBytes a smaller set has more of others
 */
export function bloomFilter(hashes: ReadonlySet<number>, mostBytes: number): Uint32Array {
  const bytes = Math.min(hashes.size * BYTES_PER_HASH, mostBytes);
  const filter = new Uint32Array(Math.max(1, Math.ceil(bytes / 4)));
  const bits = filter.length * 32;
  for (const hash of hashes) {
    const step = stepOf(hash);
    for (let probe = 0, at = hash >>> 0; probe < PROBES; probe++, at = (at + step) >>> 0) {
      const bit = at % bits;
      filter[bit >>> 5] = (filter[bit >>> 5] as number) | (1 << (bit & 31));
    }
  }
  return filter;
}

/** Whether a filter may have a hash. */
export function mayHave(filter: Uint32Array, hash: number): boolean {
  const bits = filter.length * 32;
  const step = stepOf(hash);
  for (let probe = 0, at = hash >>> 0; probe < PROBES; probe++, at = (at + step) >>> 0) {
    const bit = at % bits;
    if (((filter[bit >>> 5] as number) & (1 << (bit & 31))) === 0) return false;
  }
  return true;
}

const BYTES_PER_HASH = 1;
const PROBES = 5;

/** The distance of the probes: another hash of the hash. */
function stepOf(hash: number): number {
  return (Math.imul(hash ^ 0x9e3779b9, 0x85ebca6b) >>> 0) | 1;
}
