/** How many edits a property test tries; a million takes hours. */
export function fuzzEdits(usual: number): number {
  return Number(process.env.FUZZ_EDITS ?? usual);
}

/** Milliseconds after which a test of so many edits is ended. */
export function fuzzTimeout(edits: number): number {
  return 120_000 + edits * 200;
}
