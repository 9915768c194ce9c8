import type { RunEnvelope, RunFile } from '../../model/rule';

/**
 * Accumulates a value over each file's envelopes of any run, in file order. Reads each envelope once, however often the
 * value is queried. The value may include envelopes after the queried one, so it must store their places.
 */
export function accumulateByFile<T>(
  create: () => T,
  add: (accumulated: T, envelope: RunEnvelope) => void,
): (upTo: RunEnvelope) => T {
  const files = new WeakMap<RunFile, { accumulated: T; lastPlace: number }>();
  return upTo => {
    const state = files.get(upTo.file) ?? { accumulated: create(), lastPlace: -1 };
    files.set(upTo.file, state);
    const unread: RunEnvelope[] = [];
    let envelope: RunEnvelope | undefined = upTo;
    for (; envelope && envelope.place > state.lastPlace; envelope = envelope.before) unread.push(envelope);
    for (const next of unread.reverse()) add(state.accumulated, next);
    state.lastPlace = Math.max(state.lastPlace, upTo.place);
    return state.accumulated;
  };
}
