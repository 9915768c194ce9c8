import type { CheckedRun, RunEnvelope, RunFile } from '../../model/rule';
import { memoizeByObject } from '../../text/memoize';

/** Returns whether a run is a single file with one envelope, where a missing counterpart is no problem. */
export function isOnlyEnvelope({ file }: RunEnvelope, run: CheckedRun): boolean {
  return !file.isLog && onlyFileOf(run) === file;
}

// Memoized, since rules ask for each step.
const onlyFileOf = memoizeByObject((run: CheckedRun): RunFile | undefined => {
  const file = run.steps[0]?.file;
  const isOnly = run.steps.every(step => step.file === file && (step.answer?.file ?? file) === file);
  return isOnly ? file : undefined;
});
