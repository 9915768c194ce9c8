import type { CheckedRun, RunEnvelope } from '../../model/rule';
import { inFiles } from './inFiles';

/**
 * What stands in a log after something of the same run that is told to be later. Each is held against the one right before
 * it: so one clock that was wrong once is one finding. Of asks and answers, and of what stands in them, nothing is said: they
 * are written when they end.
 */
export function goingBack(run: CheckedRun): { late: RunEnvelope; before: RunEnvelope }[] {
  return inFiles(run).flatMap(envelopes => {
    const timed = envelopes.filter(isTimed);
    return timed.flatMap((late, index) => {
      const before = timed[index - 1];
      return before && (late.draft.at as bigint) < (before.draft.at as bigint) ? [{ late, before }] : [];
    });
  });
}

function isTimed({ draft: { at, side, path }, file }: RunEnvelope): boolean {
  return file.isLog && at !== undefined && side === undefined && path === undefined;
}
