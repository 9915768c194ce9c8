/**
 * The next id of a numbered series: the next number, zero-padded to as many digits, after the stem of the first id.
 *
 * @param first the id where none is numbered
 */
export function nextId(seen: Iterable<string>, first: string): string {
  return nextIds(seen)(first);
}

/** Generates several ids in sequence: each counts among the existing ones. */
export function nextIds(seen: Iterable<string>): (first: string) => string {
  let numbered: { stem: string; digits: number } | undefined;
  let last = 0;
  const take = (id: string) => {
    const [digits] = /\d{1,15}$/.exec(id.slice(-15)) ?? [];
    if (digits === undefined) return;
    numbered ??= { stem: id.slice(0, id.length - digits.length), digits: digits.length };
    last = Math.max(last, Number(digits));
  };
  for (const id of seen) take(id);
  return first => {
    const id = numbered ? numbered.stem + String(last + 1).padStart(numbered.digits, '0') : first;
    take(id);
    return id;
  };
}
