import fc from 'fast-check';
import { runsEverything } from './amount';

/**
 * Makes property tests draw the same cases in every run, so that a change fails only by what it changed. With
 * `PROPERTY_SEED=random`, or an integer, they draw others. A property that doesn't say how many has a hundred, or 25.
 */
const { PROPERTY_SEED = '1' } = process.env;

fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  numRuns: runsEverything ? 100 : 25,
  ...(PROPERTY_SEED !== 'random' && { seed: Number(PROPERTY_SEED) }),
});
