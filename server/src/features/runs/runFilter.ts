import type { RunSummary, ShownStatus, Step } from '../../model/run';
import type { IndexedRun } from '../../runs/indexedRun';
import { familyTitle } from '../familyTitle';
import { shownStatus } from '../shownStatus';
import { pathInFolder } from './pathInFolder';
import { COMPARISONS, has, isHalfTyped, type QueryTerm, queryTerms } from './queryTerms';

/**
 * Whether a run is to be shown. Its steps are asked for only where the filter is about steps, and all else agrees.
 *
 * @param now in milliseconds since 1970
 */
export type RunFilter = (summary: RunSummary, run: () => IndexedRun | undefined, now: number) => boolean;

/**
 * Reads a filter: words that a run's id, title or agents have, and qualifiers such as `agent:vision`, `status:fail`,
 * `confidence<0.7`; each may be quoted, and turned round with a `-`. All must be met. What is half typed (`agent:`) asks
 * for nothing yet; a qualifier that there is none of is a word.
 */
export function runFilter(text: string): RunFilter {
  const terms = queryTerms(text).flatMap(term => termOf(term) ?? []);
  const quick = terms.flatMap(({ test }) => test ?? []);
  const slow = terms.flatMap(({ inSteps }) => inSteps ?? []);
  return (summary, run, now) => {
    if (!quick.every(test => test(summary, now))) return false;
    if (slow.length === 0) return true;
    const indexed = run();
    return indexed !== undefined && slow.every(test => test(indexed));
  };
}

interface Term {
  test?: (summary: RunSummary, now: number) => boolean;
  inSteps?: (run: IndexedRun) => boolean;
}

function termOf(term: QueryTerm): Term | undefined {
  const { isNot, name, operator, value, words } = term;
  const qualifier = QUALIFIERS.get(name);
  const known =
    operator === ':' ? qualifier?.(value) : qualifier === confidence ? confidence(value, operator) : undefined;
  if (known) return isHalfTyped(term) ? undefined : isNot ? turned(known) : known;
  if (words === '') return undefined;
  const plain: Term = { test: summary => hasWords(summary, words) };
  return isNot ? turned(plain) : plain;
}

function turned({ test, inSteps }: Term): Term {
  return { ...(test && { test: (one, now) => !test(one, now) }), ...(inSteps && { inSteps: one => !inSteps(one) }) };
}

function hasWords({ id, title, agents }: RunSummary, words: string): boolean {
  return has(id, words) || has(title, words) || agents.some(agent => has(agent, words));
}

type Qualifier = (value: string, operator?: string) => Term;

const QUALIFIERS: ReadonlyMap<string, Qualifier> = new Map<string, Qualifier>([
  ['id', value => ({ test: ({ id }) => has(id, value) })],
  ['agent', value => ({ test: ({ agents }) => agents.some(agent => has(agent, value)) })],
  ['rule', value => ({ test: ({ rules }) => rules.some(rule => has(rule, value)) })],
  ['status', value => ({ test: (run, now) => STATUS[shownStatus(run, now)].some(word => word.startsWith(value)) })],
  ['family', value => ({ test: run => has(run.family, value) || has(familyTitle(run), value) })],
  ['path', value => ({ test: ({ files, folder }) => files.some(file => has(pathInFolder(folder, file), value)) })],
  ['has', value => ({ test: summary => HAS.some(([word, test]) => word.startsWith(value) && test(summary)) })],
  ['kind', value => anyStep(({ kind }) => has(kind, value))],
  ['tool', value => anyStep(step => step.effects.some(effect => 'tool' in effect && has(effect.tool ?? '', value)))],
  ['artifact', value => anyStep(step => step.effects.some(effect => effect.do === 'write' && has(effect.path, value)))],
  ['confidence', confidence],
]);

// The words of the protocols, and what one would type without knowing them.
const STATUS: Readonly<Record<ShownStatus, readonly string[]>> = {
  running: ['running', 'pending', 'in_progress'],
  unfinished: ['unfinished', 'pending', 'in_progress'],
  succeeded: ['succeeded', 'success', 'ok', 'completed', 'passed'],
  failed: ['failed', 'failure', 'error'],
  blocked: ['blocked'],
  cancelled: ['cancelled', 'canceled'],
  unknown: ['unknown'],
};

const HAS: readonly (readonly [string, (summary: RunSummary) => boolean])[] = [
  ['problems', ({ problems: { error, warning, info } }) => error + warning + info > 0],
  ['errors', ({ problems }) => problems.error > 0],
  ['warnings', ({ problems }) => problems.warning > 0],
  ['registry', ({ registry }) => registry !== undefined],
];

function anyStep(test: (step: Step) => boolean): Term {
  return {
    inSteps(run) {
      for (let index = 0; index < run.summary.steps; index++) if (test(run.step(index))) return true;
      return false;
    },
  };
}

function confidence(value: string, operator = ':'): Term {
  const bound = Number(value);
  const compare = COMPARISONS.get(operator);
  return anyStep(step => step.confidence !== undefined && (compare?.(step.confidence, bound) ?? false));
}
