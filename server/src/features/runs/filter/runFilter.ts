import type { RunSummary } from '../../../model/run';
import type { IndexedRun } from '../../../runs/assembly/indexedRun';
import { pathInFolder } from '../pathInFolder';
import { FILTER_KEYS, type RunTerm } from './filterKeys';
import { cannotCompare, has, hasInStep, isHalfTyped, type QueryTerm, queryTerms, unknownKey } from './queryTerms';

/** A parsed filter for runs. */
export interface RunFilter {
  /** Why the filter is invalid; then no run is shown. */
  fault?: string;
  /**
   * Whether the filter shows a run. Reads the run's steps only if all other terms match and only the steps can decide.
   *
   * @param now in milliseconds since 1970
   */
  shows(summary: RunSummary, run: () => IndexedRun | undefined, now: number): boolean;
}

/**
 * Parses a filter: words that a run, its files or its steps contain, and keys with a value such as `agent:vision`,
 * `status:fail`, `confidence<0.7`; each may be quoted, and negated with a `-`. All must match. Incomplete terms (`agent:`) are
 * ignored.
 */
export function runFilter(text: string): RunFilter {
  if (text.length > MAX_LENGTH) return { fault: TOO_LONG, shows: () => false };
  const terms: (RunTerm & { isNot: boolean })[] = [];
  for (const term of queryTerms(text)) {
    const parsed = termOf(term);
    if (typeof parsed === 'string') return { fault: parsed, shows: () => false };
    if (parsed) terms.push({ ...parsed, isNot: term.isNot });
  }
  return {
    shows(summary, run, now) {
      const undecided = [];
      for (const { quick, inSteps, isNot } of terms) {
        const result = quick(summary, now);
        if (result === isNot) return false;
        if (result === undefined && inSteps) undecided.push({ inSteps, isNot });
      }
      if (undecided.length === 0) return true;
      const indexed = run();
      return indexed !== undefined && undecided.every(({ inSteps, isNot }) => inSteps(indexed) !== isNot);
    },
  };
}

const MAX_LENGTH = 1000;
export const TOO_LONG = `The filter is too long: it may have at most ${MAX_LENGTH.toLocaleString('en')} characters.`;

function termOf(term: QueryTerm): RunTerm | string | undefined {
  const { name, operator, value, words } = term;
  const key = operator === '' ? undefined : FILTER_KEYS.get(name);
  if (!key) return unknownKey(term, FILTER_KEYS.keys()) ?? (words === '' ? undefined : wordsTerm(words));
  if (isHalfTyped(term)) return undefined;
  if (operator !== ':' && !key.compares) return cannotCompare(name, value);
  return key.term(value, operator);
}

function wordsTerm(words: string): RunTerm {
  return {
    quick: summary => isInSummary(summary, words) || undefined,
    inSteps({ summary, step }) {
      for (let index = 0; index < summary.steps; index++) if (hasInStep(step(index), words)) return true;
      return false;
    },
  };
}

function isInSummary({ id, title, reason, agents, folder, files }: RunSummary, words: string): boolean {
  return (
    [id, title, reason ?? '', ...agents].some(text => has(text, words)) ||
    files.some(file => has(pathInFolder(folder, file), words))
  );
}
