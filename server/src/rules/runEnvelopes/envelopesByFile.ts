import type { CheckedRun, RunEnvelope } from '../../model/rule';

/** The envelopes of a run by file, in file order: asks, answers and whole steps. */
export function envelopesByFile({ steps }: CheckedRun): RunEnvelope[][] {
  const files = new Map<unknown, RunEnvelope[]>();
  for (const step of steps) {
    for (const envelope of step.answer ? [step, step.answer] : [step]) {
      const here = files.get(envelope.file);
      if (here) here.push(envelope);
      else files.set(envelope.file, [envelope]);
    }
  }
  return [...files.values()].map(here => here.sort((one, two) => one.place - two.place));
}
