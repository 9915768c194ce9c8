import type { RunEnvelope, RunFile } from '../../model/rule';

/**
 * Accumulates a value over each file's envelopes of any run, in file order. Each envelope is read once, however often
 * the value is queried: it may include envelopes beyond the queried one, so it stores their places.
 */
export function accumulateByFile<T>(
  begin: () => T,
  read: (gathered: T, envelope: RunEnvelope) => void,
): (upTo: RunEnvelope) => T {
  const files = new WeakMap<RunFile, { gathered: T; place: number }>();
  return upTo => {
    const known = files.get(upTo.file) ?? { gathered: begin(), place: -1 };
    files.set(upTo.file, known);
    const unread: RunEnvelope[] = [];
    for (let one: RunEnvelope | undefined = upTo; one && one.place > known.place; one = one.before) unread.push(one);
    for (const one of unread.reverse()) read(known.gathered, one);
    known.place = Math.max(known.place, upTo.place);
    return known.gathered;
  };
}
