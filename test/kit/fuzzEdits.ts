import { runsEverything } from './amount';

/** How many edits a property test tries: of the usual number a sixteenth, unless everything runs; a million takes hours. */
export function fuzzEdits(usual: number): number {
  return Number(process.env.FUZZ_EDITS ?? (runsEverything ? usual : Math.ceil(usual / 16)));
}

/** Milliseconds after which a test of so many edits is ended. */
export function fuzzTimeout(edits: number): number {
  return 120_000 + edits * 200;
}
