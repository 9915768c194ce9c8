import type { Family, Kind } from '../model/family';
import { carriedRun } from './carriedRun';

/**
 * Stands in for the list of families in the bundle of a page that carries its run: what the run needs to know of them it
 * brings along. Their schemas, rules and validators are ten times all the rest, and nothing is checked there.
 */
export const families: readonly Family[] = (carriedRun?.families ?? []).map(({ kinds, ...family }) => ({
  ...family,
  source: '',
  rules: [],
  snippets: [],
  documents: [],
  kinds: kinds as unknown as Kind[],
}));
