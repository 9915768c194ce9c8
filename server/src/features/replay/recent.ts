/**
 * Remembers the last few things that were made, by a key each, for as long as what they were made of is of the same
 * version. A reader goes to and fro between a few places; to read a file of ten megabytes anew for each would show.
 */
export function recent<T>(most: number): (key: string, version: unknown, make: () => T) => T {
  const known = new Map<string, { version: unknown; made: T }>();
  return (key, version, make) => {
    const before = known.get(key);
    const entry = before && before.version === version ? before : { version, made: make() };
    known.delete(key);
    known.set(key, entry);
    const [oldest] = known.keys();
    if (known.size > most && oldest !== undefined) known.delete(oldest);
    return entry.made;
  };
}
