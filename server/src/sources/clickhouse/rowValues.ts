/** A value of a row as text; empty for one that is no text, number or boolean. */
export function rowText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** Nanoseconds since 1970 in a row; undefined for anything else. */
export function rowTime(value: unknown): bigint | undefined {
  const text = rowText(value);
  return TIME.test(text) ? BigInt(text) : undefined;
}

const TIME = /^-?\d{1,19}$/;
