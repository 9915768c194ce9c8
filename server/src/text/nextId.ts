/**
 * An id after those that there are, where these are numbered: the next number, in as many digits, behind the stem of the first.
 *
 * @param first the id where none is numbered
 */
export function nextId(seen: Iterable<string>, first: string): string {
  let numbered: { stem: string; digits: number } | undefined;
  let last = 0;
  for (const id of seen) {
    const [, stem, digits] = /^(.*?)(\d{1,15})$/s.exec(id) ?? [];
    if (stem === undefined || digits === undefined) continue;
    numbered ??= { stem, digits: digits.length };
    last = Math.max(last, Number(digits));
  }
  return numbered ? numbered.stem + String(last + 1).padStart(numbered.digits, '0') : first;
}
