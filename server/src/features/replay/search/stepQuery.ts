import type { Outcome, Step } from '../../../model/run';
import type { IndexedRun } from '../../../runs/assembly/indexedRun';
import { bitOf, OUTCOMES, type RunColumns } from '../../../runs/state/runColumns';
import {
  COMPARISONS,
  cannotCompare,
  has,
  hasInStep,
  isHalfTyped,
  type QueryTerm,
  queryTerms,
  unknownKey,
} from '../../runs/filter/queryTerms';
import { columnsOf } from '../context/replayContext';

/** A parsed query for steps. All terms must match. */
export interface StepQuery {
  terms: StepTerm[];
  /** Why the query is invalid; then it has no terms. */
  fault?: string;
}

/** A term's test of a single step: first without its files, then with them if needed. */
export interface StepTerm {
  isNot: boolean;
  /** Undefined if only the files can tell. */
  quick(step: number): boolean | undefined;
  /** What to search the files for: words in an envelope, or the rule of a problem. Lower case. */
  reads?: { text: string } | { rule: string };
}

/**
 * Parses a query for steps, as `runFilter` does for runs: words that a step or its envelopes contain, and keys with a value. An
 * unknown key is a fault; an incomplete term is ignored.
 */
export function stepQuery(run: IndexedRun, text: string): StepQuery {
  const context: StepQueryContext = { columns: columnsOf(run), stepAt: lastStep(run) };
  const terms: StepTerm[] = [];
  for (const term of queryTerms(text)) {
    const parsed = termOf(context, term);
    if (typeof parsed === 'string') return { terms: [], fault: parsed };
    if (parsed) terms.push({ ...parsed, isNot: term.isNot });
  }
  return { terms };
}

interface StepQueryContext {
  columns: RunColumns;
  stepAt(step: number): Step;
}

// Several terms read the same step.
function lastStep(run: IndexedRun): (index: number) => Step {
  let last: Step | undefined;
  return index => {
    if (last?.index !== index) last = run.step(index);
    return last;
  };
}

type Term = Omit<StepTerm, 'isNot'>;

/** Returns an error message if the value is invalid. */
type Qualifier = (context: StepQueryContext, value: string, operator: string) => Term | string;

function termOf(context: StepQueryContext, term: QueryTerm): Term | string | undefined {
  const { name, operator, value, words } = term;
  const qualifier = operator === '' ? undefined : QUALIFIERS.get(name);
  if (!qualifier) return unknownKey(term, QUALIFIERS.keys()) ?? (words === '' ? undefined : wordsTerm(context, words));
  if (isHalfTyped(term)) return undefined;
  if (operator !== ':' && qualifier !== confidenceTerm) return cannotCompare(name, value);
  return qualifier(context, value, operator);
}

function wordsTerm({ columns, stepAt }: StepQueryContext, words: string): Term {
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
  ['tool', (context, value) => effectTerm(context, effect => 'tool' in effect && has(effect.tool ?? '', value))],
  ['artifact', (context, value) => effectTerm(context, effect => effect.do === 'write' && has(effect.path, value))],
  ['rule', ruleTerm],
]);

function quickTerm(quick: (step: number) => boolean): Term {
  return { quick };
}

// A nested step without an agent belongs to the agent of its parent.
function agentTerm({ columns: { lane, lanes } }: StepQueryContext, value: string): Term {
  const isIn = lanes.map(({ name, nameless }) => !nameless && has(name, value));
  return quickTerm(step => isIn[lane[step] as number] === true);
}

function kindTerm({ columns: { kind, kinds } }: StepQueryContext, value: string): Term {
  const isIn = kinds.map(one => has(one, value));
  return quickTerm(step => isIn[kind[step] as number] === true);
}

function statusTerm({ columns: { outcome } }: StepQueryContext, value: string): Term | string {
  const isMeant = OUTCOMES.map(one => STATUS[one].some(word => word.startsWith(value)));
  if (!isMeant.includes(true)) return `status:${value}: a step is ${OUTCOMES.join(', ')}`;
  return quickTerm(step => isMeant[outcome[step] as number] === true);
}

// The protocols' words, and likely guesses of users who don't know them.
const STATUS: Readonly<Record<Outcome, readonly string[]>> = {
  ok: ['ok', 'succeeded', 'success', 'completed', 'passed'],
  failed: ['failed', 'failure', 'error'],
  pending: ['pending', 'running', 'in_progress', 'waiting'],
  unknown: ['unknown'],
};

function hasTerm(context: StepQueryContext, value: string): Term | string {
  const tests = HAS.filter(([word]) => word.startsWith(value)).map(([, test]) => test);
  if (tests.length === 0) return `has:${value}: a step has ${HAS.map(([word]) => word).join(', ')}`;
  return quickTerm(step => tests.some(test => test(context, step)));
}

const HAS: readonly (readonly [string, (context: StepQueryContext, step: number) => boolean])[] = [
  ['problems', ({ columns: { problems } }, step) => (problems[step] as number) > 0],
  ['errors', ({ stepAt }, step) => stepAt(step).problems.error > 0],
  ['warnings', ({ stepAt }, step) => stepAt(step).problems.warning > 0],
  ...(['retry', 'approval', 'budget', 'question'] as const).map(
    mark =>
      [
        mark,
        ({ columns }: StepQueryContext, step: number) => ((columns.marks[step] as number) & bitOf(mark)) !== 0,
      ] as const,
  ),
  ['confidence', ({ columns: { confidence } }, step) => !Number.isNaN(confidence[step])],
  ['usage', ({ columns: { tokens, cost } }, step) => !Number.isNaN(tokens[step]) || !Number.isNaN(cost[step])],
];

function confidenceTerm({ columns: { confidence } }: StepQueryContext, value: string, operator: string): Term | string {
  const bound = Number(value);
  const compare = COMPARISONS.get(operator);
  if (Number.isNaN(bound) || !compare) return `confidence${operator}${value}: ${value} is not a number`;
  return quickTerm(step => !Number.isNaN(confidence[step]) && compare(confidence[step] as number, bound));
}

function effectTerm({ stepAt }: StepQueryContext, test: (effect: Step['effects'][number]) => boolean): Term {
  return quickTerm(step => stepAt(step).effects.some(test));
}

function ruleTerm({ columns: { problems } }: StepQueryContext, value: string): Term {
  return { quick: step => (problems[step] === 0 ? false : undefined), reads: { rule: value } };
}
