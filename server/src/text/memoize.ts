/** Memoizes a function of an object by the object's identity, for as long as the object lives. */
export function memoizeByObject<K extends object, T>(compute: (key: K) => T): (key: K) => T {
  const cache = new WeakMap<K, T>();
  return key => {
    const cached = cache.get(key);
    if (cached !== undefined || cache.has(key)) return cached as T;
    const value = compute(key);
    cache.set(key, value);
    return value;
  };
}

/** Computes a value on first use, and then returns it. */
export function computeOnce<T>(compute: () => T): () => T {
  let computed: { value: T } | undefined;
  return () => {
    computed ??= { value: compute() };
    return computed.value;
  };
}

/** Memoizes a function of two objects by the identity of both. */
export function memoizeByObjects<A extends object, B extends object, T>(
  compute: (first: A, second: B) => T,
): (first: A, second: B) => T {
  const withFirst = memoizeByObject((first: A) => memoizeByObject((second: B) => compute(first, second)));
  return (first, second) => withFirst(first)(second);
}

type Inputs = readonly [a?: unknown, b?: unknown, c?: unknown];

/** Remembers only the last result, for callers that ask one after another about the same thing, as rules do about an envelope. */
export function memoizeLast<I extends Inputs, T>(compute: (...inputs: I) => T): (...inputs: I) => T;
export function memoizeLast<T>(compute: (...inputs: Inputs) => T): (...inputs: Inputs) => T {
  let last: Last<T> | undefined;
  return (a, b, c) => {
    if (!last || last.a !== a || last.b !== b || last.c !== c) last = { a, b, c, value: compute(a, b, c) };
    return last.value;
  };
}

/** Remembers the last result for each object: the same one as long as the other inputs stay the same. */
export function memoizeLastByObject<K extends object, I extends Inputs, T>(
  compute: (key: K, ...inputs: I) => T,
): (key: K, ...inputs: I) => T;
export function memoizeLastByObject<T>(
  compute: (key: object, ...inputs: Inputs) => T,
): (key: object, ...inputs: Inputs) => T {
  const cache = new WeakMap<object, Last<T>>();
  return (key, a, b, c) => {
    let last = cache.get(key);
    if (!last || last.a !== a || last.b !== b || last.c !== c) {
      last = { a, b, c, value: compute(key, a, b, c) };
      cache.set(key, last);
    }
    return last.value;
  };
}

interface Last<T> {
  a: unknown;
  b: unknown;
  c: unknown;
  value: T;
}

/**
 * Remembers the last tree of a text: each fix of each problem in a part needs that of the same text. The tree of a long text is held weakly,
 * since it is much larger than the text; those of short texts are not, since all that were ever held weakly stay until the end of the job,
 * which in a command is all work.
 */
export function memoizeLastTree<T extends object | undefined>(parse: (text: string) => T): (text: string) => T {
  let last: { text: string; tree: { deref(): T | undefined } } | undefined;
  return text => {
    const known = last?.text === text ? last.tree.deref() : undefined;
    if (known) return known;
    const tree = parse(text);
    last = { text, tree: tree && text.length > LONGEST_HELD ? new WeakRef(tree) : { deref: () => tree } };
    return tree;
  };
}

const LONGEST_HELD = 50_000;

/** Enough for the cells of a large document. */
const MAX_TEXTS = 20_000;
/** Longer texts are not worth the memory. */
const MAX_LENGTH = 500;

/** Memoizes a pure function of a short text: between two keystrokes nearly all texts stay the same. */
export function memoizeByText<T>(compute: (text: string) => T, max = MAX_TEXTS): (text: string) => T {
  const cache = new Map<string, T>();
  return text => {
    if (text.length > MAX_LENGTH) return compute(text);
    const cached = cache.get(text);
    if (cached !== undefined || cache.has(text)) return cached as T;
    // Clearing all is cheaper per hit than tracking uses.
    if (cache.size >= max) cache.clear();
    // A slice as a key would keep the whole text in memory.
    const key = copyString(text);
    const value = compute(key);
    cache.set(key, value);
    return value;
  };
}

/** Copies a piece of a text; a slice would keep the whole text in memory. */
export function copyString(piece: string): string {
  return ` ${piece}`.slice(1);
}

/** The maximum number of characters in one cache of `memoizeByVersion`: some envelopes have ten million. */
const MAX_CHARACTERS = 48_000_000;

/**
 * Keeps the most recently used values by key, each while the version of its input stays the same. Users go back and forth
 * between a few places, and reading a file of ten megabytes again each time would be noticeable.
 *
 * @param max the number of values
 * @param sizeOf the characters that a value takes; those of its key by default
 */
export function memoizeByVersion<T>(
  max: number,
  sizeOf: (value: T, key: string) => number = (_, key) => key.length,
): (key: string, version: unknown, compute: () => T) => T {
  const cache = lruCache<string, { key: string; version: unknown; value: T }>({
    max,
    maxSize: MAX_CHARACTERS,
    sizeOf: ({ value, key }) => sizeOf(value, key),
  });
  return (key, version, compute) => {
    const cached = cache.get(key);
    if (cached && cached.version === version) return cached.value;
    const value = compute();
    cache.set(key, { key, version, value });
    return value;
  };
}

/** A map that evicts its least recently used entries. */
export interface LruCache<K, V> {
  /** Counts as a use. */
  get(key: K): V | undefined;
  set(key: K, value: V): void;
  delete(key: K): void;
  clear(): void;
}

interface LruCacheOptions<V> {
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
    delete: remove,
    clear() {
      entries.clear();
      total = 0;
    },
  };
}
