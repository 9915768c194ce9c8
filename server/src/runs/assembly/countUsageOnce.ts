import { effectsWithoutSums, usageSums } from '../../families/drafts/recordDrafts';
import type { Draft, Effect } from '../../model/run';
import type { OrderedSteps } from './orderedSteps';
import type { StepRef } from './stepRef';

/**
 * Ensures that tokens and cost count only once in a run: removes them from a step if they are the sum of its nested steps. Handles traces spread
 * over several files or lines; `families/drafts/recordDrafts.ts` does the same within one envelope.
 */
export function countUsageOnce(steps: OrderedSteps): OrderedSteps {
  return countTotalsOnce(countCallsOnce(countSumsOnce(steps)));
}

/** Counts a model call once if several envelopes report it with its usage. The last usage is complete. */
function countCallsOnce({ refs, parents }: OrderedSteps): OrderedSteps {
  const seen = new Set<string>();
  const counted = [...refs];
  for (let index = refs.length - 1; index >= 0; index--) {
    const ref = refs[index] as StepRef;
    const call = callOf(ref);
    if (call === undefined) continue;
    if (seen.has(call)) counted[index] = { ...withoutUsage(ref), isPartOfCall: true };
    seen.add(call);
  }
  return seen.size === 0 ? { refs, parents } : { refs: counted, parents };
}

/** Returns the id of the model call whose usage a step reports. */
export function callOf({ entry: { effects } }: StepRef): string | undefined {
  const usage = effects?.find(effect => effect.do === 'usage');
  return usage?.do === 'usage' ? usage.call : undefined;
}

/**
 * Reduces a total of the run so far to the amount that no step has reported. A total that is less than what was counted is that of a
 * program which began anew, and includes only what follows the total before.
 */
function countTotalsOnce({ refs, parents }: OrderedSteps): OrderedSteps {
  if (!refs.some(({ entry }) => entry.effects?.some(isTotal))) return { refs, parents };
  const sums: Sums = new Map();
  let before: Sums | undefined;
  const counted = refs.map(ref => {
    if (!saysUsage(ref)) return ref;
    const effects = (ref.entry.effects ?? []).flatMap((effect): Effect[] => {
      if (effect.do !== 'usage') return [effect];
      const rest = isTotal(effect) ? restOf(effect, sums, before) : effect;
      for (const name of AMOUNTS) sums.set(name, (sums.get(name) ?? 0) + (rest[name] ?? 0));
      if (isTotal(effect)) before = new Map(sums);
      return rest.tokens || rest.cost ? [rest] : [];
    });
    return { ...ref, entry: { ...ref.entry, effects } };
  });
  return withoutEmptyTotals(counted, { refs, parents });
}

/** Leaves out the steps that do nothing but say a total of which nothing is left. */
function withoutEmptyTotals(counted: readonly StepRef[], { refs, parents }: OrderedSteps): OrderedSteps {
  let count = 0;
  const places = counted.map((ref, index) => {
    const isEmpty = ref !== refs[index] && ref.entry.effects?.length === 0 && isOfTotal(ref);
    return isEmpty ? -1 : count++;
  });
  const isKept = (_: unknown, index: number) => places[index] !== -1;
  return { refs: counted.filter(isKept), parents: parents.filter(isKept).map(parent => places[parent] ?? -1) };
}

// Without a key, no step is nested in it.
function isOfTotal({ entry, answer }: StepRef): boolean {
  const { kind, key, status, about } = entry;
  return /:usage$/.test(kind) && [key, status, about, answer].every(one => one === undefined);
}

type Usage = Extract<Effect, { do: 'usage' }>;
type Amount = (typeof AMOUNTS)[number];
const AMOUNTS = ['tokens', 'input', 'output', 'cached', 'written', 'reasoning', 'cost'] as const;

function isTotal(effect: Effect): boolean {
  return effect.do === 'usage' && effect.isTotal === true;
}

type Sums = Map<Amount, number>;

/** @param before the sums at the total before */
function restOf({ isTotal: _isTotal, ...total }: Usage, sums: Sums, before: Sums | undefined): Usage {
  const left = (name: Amount, from?: Sums) =>
    Number(((total[name] ?? 0) - (sums.get(name) ?? 0) + (from?.get(name) ?? 0)).toFixed(DECIMALS));
  const isNew = before && (['tokens', 'output', 'cost'] as const).some(name => total[name] && left(name) < 0);
  const rest: Usage = { ...total };
  for (const name of AMOUNTS) {
    const amount = left(name, isNew ? before : undefined);
    if (amount > 0) rest[name] = amount;
    else delete rest[name];
  }
  return rest;
}

/** The decimals of a cost. Smaller differences are floating-point errors. */
const DECIMALS = 12;

function countSumsOnce(steps: OrderedSteps): OrderedSteps {
  const { refs, parents } = steps;
  const [first] = refs;
  const isElsewhere = ({ entry, record }: StepRef) => record !== first?.record || entry.part !== first.entry.part;
  if (!refs.some(ref => ref.entry.isUnique && isElsewhere(ref))) return steps;
  const places = new Map<Draft, number>(refs.map(({ entry }, index) => [entry, index]));
  const sums = usageSums(places.keys(), draft => refs[parents[places.get(draft) ?? -1] ?? -1]?.entry);
  const counted = refs.map(ref => {
    const { entry } = ref;
    const nested = entry.isUnique && saysUsage(ref) ? sums.get(entry) : undefined;
    return nested ? { ...ref, entry: { ...entry, effects: effectsWithoutSums(entry, nested) } } : ref;
  });
  return { parents, refs: counted };
}

function saysUsage({ entry: { effects } }: StepRef): boolean {
  return effects?.some(effect => effect.do === 'usage') ?? false;
}

function withoutUsage(ref: StepRef): StepRef {
  const { effects = [], ...entry } = ref.entry;
  return { ...ref, entry: { ...entry, effects: effects.filter(effect => effect.do !== 'usage') } };
}
