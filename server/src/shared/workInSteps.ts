/**
 * A long computation that is divided into short steps. The caller runs the steps, may do other work between them, and gets the result at
 * the end.
 */
export type WorkInSteps<T> = Generator<undefined, T>;

/** Runs all steps without a pause. */
export function runSteps<T>(steps: WorkInSteps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
