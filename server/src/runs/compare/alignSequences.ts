import { diffArrays } from 'diff';

/** Pairs of indices of equal members in two lists, ascending in both. */
type Matches = [one: number, other: number][];

/**
 * Aligns equal members of two lists without crossings: as many as possible where the lists are similar; in long lists
 * that differ much, the nth equal member to the nth, and of these as many as keep their order.
 */
export function alignSequences(one: readonly number[], other: readonly number[]): Matches {
  const least = Math.min(one.length, other.length);
  let head = 0;
  while (head < least && one[head] === other[head]) head++;
  let tail = 0;
  while (tail < least - head && one.at(-1 - tail) === other.at(-1 - tail)) tail++;
  const ones = one.slice(head, one.length - tail);
  const others = other.slice(head, other.length - tail);
  const between = ones.length === 0 || others.length === 0 ? [] : (mostMatches(ones, others) ?? byTimes(ones, others));
  return [
    ...Array.from({ length: head }, (_, place): [number, number] => [place, place]),
    ...between.map(([first, second]): [number, number] => [first + head, second + head]),
    ...Array.from({ length: tail }, (_, place): [number, number] => [
      one.length - tail + place,
      other.length - tail + place,
    ]),
  ];
}

const LONGEST = 20_000;
const MOST_CHANGES = 2000;

function mostMatches(one: readonly number[], other: readonly number[]): Matches | undefined {
  if (one.length > LONGEST || other.length > LONGEST) return undefined;
  const changes = diffArrays([...one], [...other], { maxEditLength: MOST_CHANGES });
  if (!changes) return undefined;
  const matches: Matches = [];
  let [first, second] = [0, 0];
  for (const { added, removed, count } of changes) {
    if (!added && !removed) for (let place = 0; place < count; place++) matches.push([first + place, second + place]);
    if (!added) first += count;
    if (!removed) second += count;
  }
  return matches;
}

function byTimes(one: readonly number[], other: readonly number[]): Matches {
  const places = new Map<number, number[]>();
  for (const [place, value] of other.entries()) {
    const same = places.get(value);
    if (same) same.push(place);
    else places.set(value, [place]);
  }
  const times = new Map<number, number>();
  const pairs: Matches = [];
  for (const [place, value] of one.entries()) {
    const time = times.get(value) ?? 0;
    times.set(value, time + 1);
    const found = places.get(value)?.[time];
    if (found !== undefined) pairs.push([place, found]);
  }
  return longestAscending(pairs);
}

/** The longest subsequence ascending in the second index, of pairs ascending in the first. */
function longestAscending(pairs: Matches): Matches {
  // For each length, the pair with the lowest end; and the predecessor of each pair.
  const ends: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  for (const [index, [, value]] of pairs.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] as number] as [number, number])[1] < value) low = middle + 1;
      else high = middle;
    }
    if (low > 0) before[index] = ends[low - 1] as number;
    ends[low] = index;
  }
  const row: Matches = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] as number) {
    row.push(pairs[index] as [number, number]);
  }
  return row.reverse();
}
