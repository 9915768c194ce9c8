import type { CheckedRun, RunEnvelope } from '../../model/rule';

/** The envelopes of a run by file, in file order: requests, responses and whole steps. */
export function envelopesByFile({ steps }: CheckedRun): RunEnvelope[][] {
  const files = new Map<unknown, RunEnvelope[]>();
  for (const step of steps) {
    for (const envelope of step.answer ? [step, step.answer] : [step]) {
      const envelopes = files.get(envelope.file);
      if (envelopes) envelopes.push(envelope);
      else files.set(envelope.file, [envelope]);
    }
  }
  return [...files.values()].map(envelopes => envelopes.sort((left, right) => left.place - right.place));
}
