/** Characters that are remembered of one sort of thing, whatever they are: some envelopes have ten million. */
const MOST_CHARACTERS = 48_000_000;

/**
 * Remembers the last few things that were made, by a key each, for as long as what they were made of is of the same
 * version. A reader goes to and fro between a few places; to read a file of ten megabytes anew for each would show.
 *
 * @param most how many
 * @param sizeOf how many characters one takes; without it, those of its key
 */
export function recent<T>(
  most: number,
  sizeOf: (made: T, key: string) => number = (_, key) => key.length,
): (key: string, version: unknown, make: () => T) => T {
  const known = new Map<string, { version: unknown; made: T; size: number }>();
  let characters = 0;
  const forget = (key: string) => {
    characters -= known.get(key)?.size ?? 0;
    known.delete(key);
  };
  return (key, version, make) => {
    const before = known.get(key);
    let entry = before;
    if (!entry || entry.version !== version) {
      const made = make();
      entry = { version, made, size: sizeOf(made, key) };
    }
    forget(key);
    known.set(key, entry);
    characters += entry.size;
    for (const oldest of known.keys()) {
      if (known.size <= most && (characters <= MOST_CHARACTERS || known.size === 1)) break;
      forget(oldest);
    }
    return entry.made;
  };
}
