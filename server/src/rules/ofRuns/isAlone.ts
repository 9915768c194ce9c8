import type { CheckedRun, RunEnvelope } from '../../model/rule';

/** Is all that is known of a run one file with one envelope? Such a one misses no partner. */
export function isAlone({ file }: RunEnvelope, { steps }: CheckedRun): boolean {
  return !file.isLog && steps.every(step => step.file === file && (step.answer?.file ?? file) === file);
}
