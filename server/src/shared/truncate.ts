/**
 * Truncates a text to a number of UTF-16 units and an ellipsis. Never splits a surrogate pair.
 *
 * @param max longer texts are truncated
 * @param kept the length that remains, without the ellipsis
 */
export function truncate(text: string, max: number, kept = max - 1): string {
  return text.length > max ? `${sliceStart(text, kept)}…` : text;
}

/** The first UTF-16 units of a text, without the first half of a surrogate pair at their end. */
export function sliceStart(text: string, length: number): string {
  const isHighSurrogate = (text.charCodeAt(length - 1) & 0xfc00) === 0xd800;
  return text.slice(0, text.length > length && isHighSurrogate ? length - 1 : length);
}
