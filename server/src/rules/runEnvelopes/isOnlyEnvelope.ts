import type { CheckedRun, RunEnvelope, RunFile } from '../../model/rule';

/** Is all that is known of a run one file with one envelope? Such a one misses no partner. */
export function isOnlyEnvelope({ file }: RunEnvelope, run: CheckedRun): boolean {
  return !file.isLog && onlyFileOf(run) === file;
}

function onlyFileOf(run: CheckedRun): RunFile | undefined {
  const known = onlyFileCache.get(run);
  if (known) return known.file;
  const file = run.steps[0]?.file;
  const isOnly = run.steps.every(step => step.file === file && (step.answer?.file ?? file) === file);
  const made = { file: isOnly ? file : undefined };
  onlyFileCache.set(run, made);
  return made.file;
}

// It is asked for each step.
const onlyFileCache = new WeakMap<CheckedRun, { file: RunFile | undefined }>();
