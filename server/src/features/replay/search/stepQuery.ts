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

/** What a query asks of steps. All of it must be met. */
export interface StepQuery {
  terms: StepTerm[];
  /** What of it can't be understood: then it asks for nothing. */
  fault?: string;
}

/** What a term says of a step that is looked at alone: yes, no, or that its files are to be read for it. */
export interface StepTerm {
  isNot: boolean;
  /** Undefined where only the files can tell. */
  quick(step: number): boolean | undefined;
  /** What to look for in the files then: words in an envelope, or in the rule of a problem. Without capitals. */
  reads?: { text: string } | { rule: string };
}

/**
 * Reads a query for steps, as `runFilter` does one for runs: words that a step or its envelopes have, and keys with a
 * value. A key that there is none of is a fault, and one that is half typed asks for nothing yet.
 */
export function stepQuery(run: IndexedRun, text: string): StepQuery {
  const look: Look = { columns: columnsOf(run), stepAt: lastStep(run) };
  const terms: StepTerm[] = [];
  for (const term of queryTerms(text)) {
    const made = termOf(look, term);
    if (typeof made === 'string') return { terms: [], fault: made };
    if (made) terms.push({ ...made, isNot: term.isNot });
  }
  return { terms };
}

interface Look {
  columns: RunColumns;
  stepAt(step: number): Step;
}

// Several terms look at one step.
function lastStep(run: IndexedRun): (index: number) => Step {
  let last: Step | undefined;
  return index => {
    if (last?.index !== index) last = run.step(index);
    return last;
  };
}

type Term = Omit<StepTerm, 'isNot'>;

/** Returns what is wrong where the value can't be understood. */
type Qualifier = (look: Look, value: string, operator: string) => Term | string;

function termOf(look: Look, term: QueryTerm): Term | string | undefined {
  const { name, operator, value, words } = term;
  const qualifier = operator === '' ? undefined : QUALIFIERS.get(name);
  if (!qualifier) return unknownKey(term, QUALIFIERS.keys()) ?? (words === '' ? undefined : wordsTerm(look, words));
  if (isHalfTyped(term)) return undefined;
  if (operator !== ':' && qualifier !== confidenceTerm) return cannotCompare(name, value);
  return qualifier(look, value, operator);
}

function wordsTerm({ columns, stepAt }: Look, words: string): Term {
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
  ['tool', (look, value) => effectTerm(look, effect => 'tool' in effect && has(effect.tool ?? '', value))],
  ['artifact', (look, value) => effectTerm(look, effect => effect.do === 'write' && has(effect.path, value))],
  ['rule', ruleTerm],
]);

function quickTerm(quick: (step: number) => boolean): Term {
  return { quick };
}

// What is nested in an agent's step and names none is that agent's.
function agentTerm({ columns: { lane, lanes } }: Look, value: string): Term {
  const isIn = lanes.map(({ name, nameless }) => !nameless && has(name, value));
  return quickTerm(step => isIn[lane[step] as number] === true);
}

function kindTerm({ columns: { kind, kinds } }: Look, value: string): Term {
  const isIn = kinds.map(one => has(one, value));
  return quickTerm(step => isIn[kind[step] as number] === true);
}

function statusTerm({ columns: { outcome } }: Look, value: string): Term | string {
  const isMeant = OUTCOMES.map(one => STATUS[one].some(word => word.startsWith(value)));
  if (!isMeant.includes(true)) return `status:${value}: a step is ${OUTCOMES.join(', ')}`;
  return quickTerm(step => isMeant[outcome[step] as number] === true);
}

// The words of the protocols, and what one would type without knowing them.
const STATUS: Readonly<Record<Outcome, readonly string[]>> = {
  ok: ['ok', 'succeeded', 'success', 'completed', 'passed'],
  failed: ['failed', 'failure', 'error'],
  pending: ['pending', 'running', 'in_progress', 'waiting'],
  unknown: ['unknown'],
};

function hasTerm(look: Look, value: string): Term | string {
  const tests = HAS.filter(([word]) => word.startsWith(value)).map(([, test]) => test);
  if (tests.length === 0) return `has:${value}: a step has ${HAS.map(([word]) => word).join(', ')}`;
  return quickTerm(step => tests.some(test => test(look, step)));
}

const HAS: readonly (readonly [string, (look: Look, step: number) => boolean])[] = [
  ['problems', ({ columns: { problems } }, step) => (problems[step] as number) > 0],
  ['errors', ({ stepAt }, step) => stepAt(step).problems.error > 0],
  ['warnings', ({ stepAt }, step) => stepAt(step).problems.warning > 0],
  ...(['retry', 'approval', 'budget', 'question'] as const).map(
    mark => [mark, ({ columns }: Look, step: number) => ((columns.marks[step] as number) & bitOf(mark)) !== 0] as const,
  ),
  ['confidence', ({ columns: { confidence } }, step) => !Number.isNaN(confidence[step])],
  ['usage', ({ columns: { tokens, cost } }, step) => !Number.isNaN(tokens[step]) || !Number.isNaN(cost[step])],
];

function confidenceTerm({ columns: { confidence } }: Look, value: string, operator: string): Term | string {
  const bound = Number(value);
  const compare = COMPARISONS.get(operator);
  if (Number.isNaN(bound) || !compare) return `confidence${operator}${value}: ${value} is not a number`;
  return quickTerm(step => !Number.isNaN(confidence[step]) && compare(confidence[step] as number, bound));
}

function effectTerm({ stepAt }: Look, test: (effect: Step['effects'][number]) => boolean): Term {
  return quickTerm(step => stepAt(step).effects.some(test));
}

function ruleTerm({ columns: { problems } }: Look, value: string): Term {
  return { quick: step => (problems[step] === 0 ? false : undefined), reads: { rule: value } };
}
