/** Work in steps that returns a result. The caller runs the steps, and may do other work between them. */
export type Steps<T> = Generator<undefined, T>;

/** Runs all steps without a pause. */
export function runSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
