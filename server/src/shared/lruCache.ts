/** A map that evicts its least recently used entries. */
export interface LruCache<K, V> {
  /** Counts as a use. */
  get(key: K): V | undefined;
  set(key: K, value: V): void;
  clear(): void;
}

export interface LruCacheOptions<V> {
  /** The maximum number of entries. */
  max: number;
  /** The maximum total size; a single entry may exceed it. */
  maxSize?: number;
  sizeOf?(value: V): number;
}

/** Creates a cache that evicts its least recently used entries. */
export function lruCache<K, V>({ max, maxSize = Infinity, sizeOf = () => 0 }: LruCacheOptions<V>): LruCache<K, V> {
  // A map iterates in the order of insertion: every use inserts the entry again.
  const entries = new Map<K, { value: V; size: number }>();
  let total = 0;
  const remove = (key: K) => {
    total -= entries.get(key)?.size ?? 0;
    entries.delete(key);
  };
  return {
    get(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value) {
      remove(key);
      const size = sizeOf(value);
      entries.set(key, { value, size });
      total += size;
      for (const oldest of entries.keys()) {
        if (entries.size <= max && (total <= maxSize || entries.size === 1)) break;
        remove(oldest);
      }
    },
    clear() {
      entries.clear();
      total = 0;
    },
  };
}
