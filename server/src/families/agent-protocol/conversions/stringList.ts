/** A list of texts; none where it isn't there, undefined where it is something else. */
export function stringList(value: unknown): string[] | undefined {
  if (value === undefined) return [];
  return Array.isArray(value) && value.every(one => typeof one === 'string') ? [...value] : undefined;
}
