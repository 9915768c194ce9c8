import type { RunSummary, Step } from '../../../model/run';
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
  /** Whether a step of a run that it shows has the agent, tool, kind and so on that the filter names. */
  showsStep(step: Step): boolean;
  /** Its words, as written. */
  words: readonly string[];
}

/**
 * Parses a filter: words that a run, its files or its steps contain, and keys with a value such as `agent:vision`,
 * `status:fail`, `confidence<0.7`; each may be quoted, and negated with a `-`. All must match. Incomplete terms (`agent:`) are
 * ignored.
 *
 * @param isSaid whether words, as written, are in the texts of a run
 */
export function runFilter(text: string, isSaid?: (words: string, run: RunSummary) => boolean): RunFilter {
  if (text.length > MAX_LENGTH) return invalid(TOO_LONG);
  const terms: (RunTerm & { isNot: boolean })[] = [];
  const words: string[] = [];
  for (const term of queryTerms(text)) {
    const parsed = termOf(term, isSaid);
    if (typeof parsed === 'string') return invalid(parsed);
    if (parsed) terms.push({ ...parsed, isNot: term.isNot });
    if (term.operator === '') words.push(term.text);
  }
  return {
    words,
    showsStep: step => terms.every(({ isStep, isNot }) => !isStep || isStep(step) !== isNot),
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

function invalid(fault: string): RunFilter {
  return { fault, shows: () => false, showsStep: () => false, words: [] };
}

const MAX_LENGTH = 1000;
export const TOO_LONG = `The filter is too long: it may have at most ${MAX_LENGTH.toLocaleString('en')} characters.`;

type IsSaid = Parameters<typeof runFilter>[1];

function termOf(term: QueryTerm, isSaid: IsSaid): RunTerm | string | undefined {
  const { name, operator, value, words } = term;
  const key = operator === '' ? undefined : FILTER_KEYS.get(name);
  if (!key) return unknownKey(term, FILTER_KEYS.keys()) ?? (words === '' ? undefined : wordsTerm(term, isSaid));
  if (isHalfTyped(term)) return undefined;
  if (operator !== ':' && !key.compares) return cannotCompare(name, value);
  return key.term(value, operator);
}

function wordsTerm({ words, text }: QueryTerm, isSaid: IsSaid): RunTerm {
  return {
    quick: summary => isInSummary(summary, words) || undefined,
    inSteps: run => (isSaid?.(text, run.summary) ?? false) || isInSteps(run, words),
  };
}

/** Remembered, since a filter is evaluated again whenever more is known of what was said. */
function isInSteps({ summary, step }: IndexedRun, words: string): boolean {
  const known = inSteps.get(summary) ?? new Map<string, boolean>();
  inSteps.set(summary, known);
  let is = known.get(words);
  if (is !== undefined) return is;
  is = false;
  for (let index = 0; index < summary.steps && !is; index++) is = hasInStep(step(index), words);
  if (known.size >= MOST_WORDS) known.clear();
  known.set(words, is);
  return is;
}

// A summary is another object when its run has changed.
const inSteps = new WeakMap<RunSummary, Map<string, boolean>>();
const MOST_WORDS = 8;

function isInSummary({ id, title, reason, agents, folder, files }: RunSummary, words: string): boolean {
  return (
    [id, title, reason ?? '', ...agents].some(text => has(text, words)) ||
    files.some(file => has(pathInFolder(folder, file), words))
  );
}
