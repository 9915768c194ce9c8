import type { RunSummary, ShownStatus, Step } from '../../model/run';
import type { IndexedRun } from '../../runs/assembly/indexedRun';
import { t } from '../../shared/l10n';
import { parseTimeBound } from '../../text/parseTime';
import {
  COMPARISONS,
  has,
  hasInStep,
  isHalfTyped,
  operatorFault,
  type QueryTerm,
  queryTerms,
  unknownKey,
} from './queryTerms';
import { shownStatus } from './treeIcons';
import { familyTitle, pathInFolder } from './treeNodeTexts';

/** A filter of workflow runs, parsed from the text that the user typed, such as `agent:vision status:failed`. */
export interface RunFilter {
  /** The error message for an invalid filter, which shows no run. */
  fault?: string;
  /**
   * Returns whether the filter shows a run. Reads the run's steps only if they decide, and the other terms match.
   *
   * @param now in milliseconds since 1970
   */
  shows(summary: RunSummary, run: () => IndexedRun | undefined, now: number): boolean;
  /** Returns whether a step of a shown run has the agent, tool, kind and so on that the filter names. */
  showsStep(step: Step): boolean;
  /** The words of the filter, as written. */
  words: readonly string[];
}

/**
 * Parses a filter. Its terms are words that a run, its files or its steps contain, and keys with a value such as
 * `agent:vision`, `status:fail`, `confidence<0.7`; each may be quoted, and negated with a `-`. All terms must match. Ignores
 * incomplete terms (`agent:`).
 *
 * @param isSaid returns whether words, as written, are in the texts of a run
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
// Written out: the first number that `Intl` formats would be a twentieth of the server's start.
export const TOO_LONG = t`The filter is too long: it may have at most 1,000 characters.`;

type IsSaid = Parameters<typeof runFilter>[1];

function termOf(term: QueryTerm, isSaid: IsSaid): RunTerm | string | undefined {
  const { name, operator, value, words } = term;
  const key = operator === '' ? undefined : FILTER_KEYS.get(name);
  if (!key) return unknownKey(term, FILTER_KEYS.keys()) ?? (words === '' ? undefined : wordsTerm(term, isSaid));
  if (isHalfTyped(term)) return undefined;
  return operatorFault(term, key.compares === true) ?? key.term(value, operator);
}

function wordsTerm({ words, text }: QueryTerm, isSaid: IsSaid): RunTerm {
  return {
    quick: summary => isInSummary(summary, words) || undefined,
    inSteps: run => (isSaid?.(text, run.summary) ?? false) || isInSteps(run, words),
  };
}

/**
 * Returns whether the steps of a run contain words. Memoized, since a filter is evaluated again whenever the search for its words in texts
 * progresses.
 */
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

// A changed run has a new summary object.
const inSteps = new WeakMap<RunSummary, Map<string, boolean>>();
const MOST_WORDS = 8;

function isInSummary(summary: RunSummary, words: string): boolean {
  const { id, title, reason = '', conversation = '', agents, folder, files } = summary;
  return (
    [id, title, reason, conversation, ...agents].some(text => has(text, words)) ||
    files.some(file => has(pathInFolder(folder, file), words))
  );
}

/** A term's test of a run: of the summary first, of the steps only if needed. */
interface RunTerm {
  /** @param now in milliseconds since 1970 */
  quick(summary: RunSummary, now: number): boolean | undefined;
  inSteps?(run: IndexedRun): boolean;
  /** The test of a single step in a search for steps; if absent, all steps of the run pass. */
  isStep?(step: Step): boolean;
}

/** A key of the filter. */
export interface FilterKey {
  /** A description for users who don't know the key. */
  about: string;
  /** Parses a value; returns an error message if it is invalid. */
  term(value: string, operator: string): RunTerm | string;
  /** Returns the values of a run, for completion; `ofStep` returns the values of a step. */
  ofRun?(summary: RunSummary, now: number): readonly string[];
  ofStep?(step: Step): readonly string[];
  /** Values that are always offered. */
  values?: readonly string[];
  /** The values are numbers, which may follow an operator such as `<` or `>=`. */
  compares?: true;
}

// The protocols' words, and likely guesses of users who don't know these words.
const STATUS: Readonly<Record<ShownStatus, readonly string[]>> = {
  failed: ['failed', 'failure', 'error'],
  blocked: ['blocked'],
  running: ['running', 'pending', 'in_progress'],
  unfinished: ['unfinished', 'pending', 'in_progress'],
  cancelled: ['cancelled', 'canceled'],
  succeeded: ['succeeded', 'success', 'ok', 'completed', 'passed'],
  unknown: ['unknown'],
};

const HAS: Readonly<Record<string, (summary: RunSummary) => boolean>> = {
  problems: ({ problems: { error, warning, info } }) => error + warning + info > 0,
  errors: ({ problems }) => problems.error > 0,
  warnings: ({ problems }) => problems.warning > 0,
  registry: ({ registry }) => registry !== undefined,
};

/** The keys of the filter, in the order of completion. */
export const FILTER_KEYS: ReadonlyMap<string, FilterKey> = new Map<string, FilterKey>([
  [
    'status',
    {
      about: t`How the run went`,
      term(value) {
        const isMeant = (words: readonly string[]) => words.some(word => word.startsWith(value));
        if (!Object.values(STATUS).some(isMeant)) return noneOf('status', value, Object.keys(STATUS));
        return { quick: (run, now) => isMeant(STATUS[shownStatus(run, now)]) };
      },
      ofRun: (run, now) => [shownStatus(run, now)],
    },
  ],
  [
    'agent',
    {
      about: t`An agent that takes part`,
      ofRun: ({ agents }) => agents,
      term: value => ({
        quick: ({ agents }) => agents.some(agent => has(agent, value)),
        isStep: ({ agent }) => agent !== undefined && has(agent, value),
      }),
    },
  ],
  [
    'has',
    {
      about: t`What the run has`,
      term(value) {
        const tests = Object.entries(HAS).flatMap(([word, test]) => (word.startsWith(value) ? [test] : []));
        if (tests.length === 0) return noneOf('has', value, Object.keys(HAS));
        return { quick: summary => tests.some(test => test(summary)) };
      },
      values: Object.keys(HAS),
    },
  ],
  ['rule', listed(t`A rule that found a problem`, ({ rules }) => rules)],
  [
    'path',
    listed(t`A file with steps of the run`, ({ files, folder }) => files.map(file => pathInFolder(folder, file))),
  ],
  [
    'family',
    {
      about: t`The protocol`,
      term: value => ({ quick: run => has(run.family, value) || has(familyTitle(run), value) }),
      ofRun: ({ family }) => [family],
    },
  ],
  ['id', listed(t`The run by its id`, ({ id }) => [id])],
  [
    'conversation',
    listed(t`All runs of a conversation, by its id`, ({ conversation }) =>
      conversation === undefined ? [] : [conversation],
    ),
  ],
  ['since', startedIn(t`Started since then: since:1h, since:7d, since:2026-02-28`, (start, bound) => start >= bound)],
  ['until', startedIn(t`Started before then: until:1h, until:2026-02-28T12:00Z`, (start, bound) => start < bound)],
  [
    'tool',
    stepsWith(t`A tool that is called`, ({ effects }) => effects.flatMap(one => ('tool' in one && one.tool) || [])),
  ],
  ['kind', stepsWith(t`A kind of envelope`, ({ kind }) => [kind])],
  [
    'artifact',
    stepsWith(t`A file that is written`, ({ effects }) =>
      effects.flatMap(one => (one.do === 'write' ? [one.path] : [])),
    ),
  ],
  [
    'confidence',
    {
      about: t`A step with this confidence: confidence<0.7, confidence>=0.9`,
      term(value, operator) {
        const bound = Number(value);
        const compare = COMPARISONS.get(operator);
        if (Number.isNaN(bound) || !compare) return t`"${value}" is not a number: write confidence<0.7.`;
        return anyStep(({ confidence }) => confidence !== undefined && compare(confidence, bound));
      },
      compares: true,
      values: ['0.5', '0.7', '0.9'],
    },
  ],
]);

function startedIn(about: string, isIn: (start: bigint, bound: bigint) => boolean): FilterKey {
  return {
    about,
    term(value) {
      if (parseTimeBound(value, 0) === undefined)
        return t`"${value}" is not a time: write 30m, 1h, 7d or 2026-02-28T12:00Z.`;
      return {
        quick({ startedAt }, now) {
          const bound = parseTimeBound(value, now);
          return startedAt !== undefined && bound !== undefined && isIn(startedAt, bound);
        },
      };
    },
    values: ['1h', '1d', '7d'],
  };
}

function noneOf(key: string, value: string, known: readonly string[]): string {
  return t`There is no ${key}:${value}. Write one of ${known.join(', ')}.`;
}

function listed(about: string, ofRun: (summary: RunSummary) => readonly string[]): FilterKey {
  return { about, ofRun, term: value => ({ quick: summary => ofRun(summary).some(text => has(text, value)) }) };
}

function stepsWith(about: string, ofStep: (step: Step) => readonly string[]): FilterKey {
  return { about, ofStep, term: value => anyStep(step => ofStep(step).some(text => has(text, value))) };
}

function anyStep(test: (step: Step) => boolean): RunTerm {
  return {
    quick: () => undefined,
    inSteps({ summary, step }) {
      for (let index = 0; index < summary.steps; index++) if (test(step(index))) return true;
      return false;
    },
    isStep: test,
  };
}
