import type { Outcome, Step } from '../../model/run';
import type { IndexedRun } from '../../runs/assembly/indexedRun';
import { bitOf, type ColumnarSteps, OUTCOMES } from '../../runs/columnarSteps';
import { eachText, parseEnvelope } from '../../runs/textIndex';
import { t } from '../../shared/l10n';
import type { ReplayAnswer, ReplayParams } from '../../shared/replay/index';
import {
  COMPARISONS,
  has,
  hasInStep,
  isHalfTyped,
  operatorFault,
  type QueryTerm,
  queryTerms,
  unknownKey,
} from '../runs/queryTerms';
import { columnsOf, type ReplayedRun } from './replayedRun';
import { workSpans } from './timelineLanes';

/** A parsed search query for steps of a workflow run. A step has to match all terms. */
interface StepQuery {
  terms: StepTerm[];
  /** The error message for an invalid query, which has no terms. */
  fault?: string;
}

/** One term of a search query, as a test of a step: first without reading files, then, if needed, with files. */
interface StepTerm {
  isNot: boolean;
  /** Returns whether the step matches; undefined if that depends on the files. */
  quick(step: number): boolean | undefined;
  /** The object of a search in files: words in an envelope, or the rule of a problem. Lower case. */
  reads?: { text: string } | { rule: string };
}

/**
 * Parses a query for steps, as `runFilter` does for runs: words that a step or its envelopes contain, and keys with a value.
 * An unknown key is a fault. Ignores an incomplete term.
 */
function stepQuery(run: IndexedRun, text: string): StepQuery {
  const options: StepQueryOptions = { columns: columnsOf(run), stepAt: lastStep(run) };
  const terms: StepTerm[] = [];
  for (const term of queryTerms(text)) {
    const parsed = termOf(options, term);
    if (typeof parsed === 'string') return { terms: [], fault: parsed };
    if (parsed) terms.push({ ...parsed, isNot: term.isNot });
  }
  return { terms };
}

interface StepQueryOptions {
  columns: ColumnarSteps;
  stepAt(step: number): Step;
}

// Remembers the last step, since several terms read the same step.
function lastStep(run: IndexedRun): (index: number) => Step {
  let last: Step | undefined;
  return index => {
    if (last?.index !== index) last = run.step(index);
    return last;
  };
}

type Term = Omit<StepTerm, 'isNot'>;

/** Parses the value of a key; returns an error message if the value is invalid. */
type Qualifier = (options: StepQueryOptions, value: string, operator: string) => Term | string;

function termOf(options: StepQueryOptions, term: QueryTerm): Term | string | undefined {
  const { name, operator, value, words } = term;
  const qualifier = operator === '' ? undefined : QUALIFIERS.get(name);
  if (!qualifier) return unknownKey(term, QUALIFIERS.keys()) ?? (words === '' ? undefined : wordsTerm(options, words));
  if (isHalfTyped(term)) return undefined;
  return operatorFault(term, qualifier === confidenceTerm) ?? qualifier(options, value, operator);
}

function wordsTerm({ columns, stepAt }: StepQueryOptions, words: string): Term {
  const inKind = columns.kinds.map(kind => has(kind, words));
  return {
    quick: step => inKind[columns.kind[step] as number] || hasInStep(stepAt(step), words) || undefined,
    reads: { text: words },
  };
}

const QUALIFIERS: ReadonlyMap<string, Qualifier> = new Map<string, Qualifier>([
  ['agent', agentTerm],
  ['peer', ({ stepAt }, value) => quickTerm(step => has(stepAt(step).peer ?? '', value))],
  ['id', ({ stepAt }, value) => quickTerm(step => has(stepAt(step).key ?? '', value))],
  ['kind', kindTerm],
  ['status', statusTerm],
  ['has', hasTerm],
  ['confidence', confidenceTerm],
  ['tool', (options, value) => effectTerm(options, effect => 'tool' in effect && has(effect.tool ?? '', value))],
  ['artifact', (options, value) => effectTerm(options, effect => effect.do === 'write' && has(effect.path, value))],
  ['rule', ruleTerm],
]);

function quickTerm(quick: (step: number) => boolean): Term {
  return { quick };
}

// A nested step without an agent belongs to the agent of its parent.
function agentTerm({ columns: { lane, lanes } }: StepQueryOptions, value: string): Term {
  const isIn = lanes.map(({ name, nameless }) => !nameless && has(name, value));
  return quickTerm(step => isIn[lane[step] as number] === true);
}

function kindTerm({ columns: { kind, kinds } }: StepQueryOptions, value: string): Term {
  const isIn = kinds.map(one => has(one, value));
  return quickTerm(step => isIn[kind[step] as number] === true);
}

function statusTerm({ columns: { outcome } }: StepQueryOptions, value: string): Term | string {
  const isMeant = OUTCOMES.map(one => STATUS[one].some(word => word.startsWith(value)));
  if (!isMeant.includes(true)) return t`status:${value}: a step is ${OUTCOMES.join(', ')}`;
  return quickTerm(step => isMeant[outcome[step] as number] === true);
}

// The protocols' words, and likely guesses of users who don't know these words.
const STATUS: Readonly<Record<Outcome, readonly string[]>> = {
  ok: ['ok', 'succeeded', 'success', 'completed', 'passed'],
  failed: ['failed', 'failure', 'error'],
  pending: ['pending', 'running', 'in_progress', 'waiting'],
  unknown: ['unknown'],
};

function hasTerm(options: StepQueryOptions, value: string): Term | string {
  const tests = HAS.filter(([word]) => word.startsWith(value)).map(([, test]) => test);
  if (tests.length === 0) return t`has:${value}: a step has ${HAS.map(([word]) => word).join(', ')}`;
  return quickTerm(step => tests.some(test => test(options, step)));
}

const HAS: readonly (readonly [string, (options: StepQueryOptions, step: number) => boolean])[] = [
  ['problems', ({ columns: { problems } }, step) => (problems[step] as number) > 0],
  ['errors', ({ stepAt }, step) => stepAt(step).problems.error > 0],
  ['warnings', ({ stepAt }, step) => stepAt(step).problems.warning > 0],
  ...(['retry', 'approval', 'budget', 'question'] as const).map(
    mark =>
      [
        mark,
        ({ columns }: StepQueryOptions, step: number) => ((columns.marks[step] as number) & bitOf(mark)) !== 0,
      ] as const,
  ),
  ['confidence', ({ columns: { confidence } }, step) => !Number.isNaN(confidence[step])],
  ['usage', ({ columns: { tokens, cost } }, step) => !Number.isNaN(tokens[step]) || !Number.isNaN(cost[step])],
];

function confidenceTerm({ columns: { confidence } }: StepQueryOptions, value: string, operator: string): Term | string {
  const bound = Number(value);
  const compare = COMPARISONS.get(operator);
  if (Number.isNaN(bound) || !compare) return t`confidence${operator}${value}: ${value} is not a number`;
  return quickTerm(step => !Number.isNaN(confidence[step]) && compare(confidence[step] as number, bound));
}

function effectTerm({ stepAt }: StepQueryOptions, test: (effect: Step['effects'][number]) => boolean): Term {
  return quickTerm(step => stepAt(step).effects.some(test));
}

function ruleTerm({ columns: { problems } }: StepQueryOptions, value: string): Term {
  return { quick: step => (problems[step] === 0 ? false : undefined), reads: { rule: value } };
}

/**
 * Finds the steps that match a query, in run order. Works in time slices: the answer has a cursor to continue with if there
 * is more to search.
 *
 * @param clock in milliseconds; only differences count
 */
export function searchSteps(
  replay: ReplayedRun,
  { query, cursor }: ReplayParams<'search'>,
  clock: () => number = () => performance.now(),
): ReplayAnswer<'search'> {
  const { terms, fault } = stepQuery(replay.run, query);
  if (fault !== undefined) return { matches: [], fault };
  if (terms.length === 0) return { matches: [] };
  const { count } = columnsOf(replay.run);
  const { from } = workSpans(replay.run);
  const matches: { step: number; time: number }[] = [];
  const meets = stepMatcher(replay, terms);
  const end = clock() + SLICE;
  let step = placeOf(cursor);
  for (; step < count && matches.length < MOST_AT_ONCE; step++) {
    const { isMet, hasRead } = meets(step);
    if (isMet) matches.push({ step, time: from[step] as number });
    if ((hasRead || step % STEPS_PER_CLOCK_CHECK === 0) && clock() >= end) {
      step++;
      break;
    }
  }
  return step < count ? { matches, cursor: step } : { matches };
}

/** Duration of a slice in milliseconds, so that other questions are answered in between. */
const SLICE = 25;
/** The number of steps between two looks at the clock: a step that needs no file takes almost no time. */
const STEPS_PER_CLOCK_CHECK = 128;
/** The maximum number of matches in one answer. */
const MOST_AT_ONCE = 5000;

function placeOf(cursor: number | undefined): number {
  return Number.isSafeInteger(cursor) && (cursor as number) > 0 ? (cursor as number) : 0;
}

/** Returns a function that tests a step against all terms. It reads files only if all terms that need none match. */
function stepMatcher(
  { run, reader }: ReplayedRun,
  terms: StepQuery['terms'],
): (step: number) => { isMet: boolean; hasRead: boolean } {
  const undecided: StepTerm[] = [];
  return step => {
    undecided.length = 0;
    for (const term of terms) {
      const is = term.quick(step);
      if (is === undefined) undecided.push(term);
      else if (is === term.isNot) return NOT_MET;
    }
    if (undecided.length === 0) return MET;
    const { envelopes } = run.step(step);
    const texts = undecided.some(({ reads }) => reads && 'text' in reads)
      ? envelopes.map(location => textIn(reader.text(location)))
      : [];
    const isMet = undecided.every(({ isNot, reads }) => {
      if (!reads) return isNot;
      const isThere =
        'text' in reads
          ? texts.some(text => text.includes(reads.text))
          : envelopes.some(location => reader.problems(location).some(({ rule }) => has(rule, reads.rule)));
      return isThere !== isNot;
    });
    return { isMet, hasRead: true };
  };
}

const NOT_MET = { isMet: false, hasRead: false };
const MET = { isMet: true, hasRead: false };

/** Returns the text of an envelope and, if it has escapes, also its decoded strings; in lower case. */
function textIn(read: ReturnType<ReplayedRun['reader']['text']>): string {
  if (!('text' in read)) return '';
  const texts = [read.text];
  if (read.text.includes('\\')) eachText(parseEnvelope(read.text, 'json'), text => void texts.push(text));
  return texts.join('\n').toLowerCase();
}
