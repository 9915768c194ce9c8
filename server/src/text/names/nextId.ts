/** The highest number behind a stem among ids that are elsewhere; 0 for none. */
export type LastNumber = (stem: string) => number;

/**
 * The next id of a numbered series: the next number, zero-padded to as many digits, after the stem of the first id.
 *
 * @param first the id where none is numbered
 */
export function nextId(seen: Iterable<string>, first: string, elsewhere: LastNumber = () => 0): string {
  const next = nextIds(seen)(first);
  const number = numberIn(next);
  if (number === undefined) return next;
  const last = elsewhere(number.stem);
  return last < Number(number.digits) ? next : number.stem + padded(last + 1, number.digits.length);
}

/** The number at the end of an id, and what is before it. */
export function numberIn(id: string): { stem: string; digits: string } | undefined {
  const [digits] = /\d{1,15}$/.exec(id.slice(-15)) ?? [];
  return digits === undefined ? undefined : { stem: id.slice(0, id.length - digits.length), digits };
}

function padded(number: number, length: number): string {
  return String(number).padStart(length, '0');
}

/** Generates several ids in sequence: each counts among the existing ones. */
export function nextIds(seen: Iterable<string>): (first: string) => string {
  let numbered: { stem: string; digits: number } | undefined;
  let last = 0;
  const take = (id: string) => {
    const number = numberIn(id);
    if (!number) return;
    numbered ??= { stem: number.stem, digits: number.digits.length };
    last = Math.max(last, Number(number.digits));
  };
  for (const id of seen) take(id);
  return first => {
    const id = numbered ? numbered.stem + padded(last + 1, numbered.digits) : first;
    take(id);
    return id;
  };
}
