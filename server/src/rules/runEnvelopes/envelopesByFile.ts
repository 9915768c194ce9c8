import type { CheckedRun, RunEnvelope } from '../../model/rule';

/** What each file tells of a run, as it stands there: asks, answers and whole steps alike. */
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
