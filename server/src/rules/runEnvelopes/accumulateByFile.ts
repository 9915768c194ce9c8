import type { RunEnvelope, RunFile } from '../../model/rule';

/**
 * What a file tells up to an envelope, of whatever runs, gathered in the file's order. Each envelope is read once, however
 * often is asked: what was gathered may reach beyond the one that is asked for, so it keeps places.
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
