/** Work in steps that returns a result. The caller runs the steps, and may do other work between them. */
export type WorkInSteps<T> = Generator<undefined, T>;

/** Runs all steps without a pause. */
export function runSteps<T>(steps: WorkInSteps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
