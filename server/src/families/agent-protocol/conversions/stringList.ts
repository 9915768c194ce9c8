/** Reads a list of texts; empty where it is absent, undefined for any other value. */
export function stringList(value: unknown): string[] | undefined {
  if (value === undefined) return [];
  return Array.isArray(value) && value.every(one => typeof one === 'string') ? [...value] : undefined;
}
