import type { OrderedSteps } from './orderedSteps';
import type { StepRef } from './stepRef';

/**
 * The usage of a span is the sum of the spans nested in it, where these report any. Within an envelope this is ensured when
 * it is read (`families/drafts/completeNested.ts`); here for a trace spread over several files or lines, so that everything is
 * counted once.
 */
export function countUsageOnce(steps: OrderedSteps): OrderedSteps {
  return countCallsOnce(countSumsOnce(steps));
}

/** A model call that is told in several envelopes has its usage in each: the last is complete. */
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

function callOf({ entry: { effects } }: StepRef): string | undefined {
  const usage = effects?.find(effect => effect.do === 'usage');
  return usage?.do === 'usage' ? usage.call : undefined;
}

function countSumsOnce(steps: OrderedSteps): OrderedSteps {
  const { refs, parents } = steps;
  const [first] = refs;
  const isElsewhere = ({ entry, record }: StepRef) => record !== first?.record || entry.part !== first.entry.part;
  if (!refs.some(ref => ref.entry.isUnique && isElsewhere(ref))) return steps;
  const sums = new Set<number>();
  for (const [index, ref] of refs.entries()) {
    if (!saysUsage(ref)) continue;
    // Invariant: with a step, the set holds all steps that enclose it.
    for (let at = parents[index] as number; at >= 0 && !sums.has(at); at = parents[at] as number) sums.add(at);
  }
  const isSum = (ref: StepRef, index: number) => sums.has(index) && ref.entry.isUnique && saysUsage(ref);
  return { parents, refs: refs.map((ref, index) => (isSum(ref, index) ? withoutUsage(ref) : ref)) };
}

function saysUsage({ entry: { effects } }: StepRef): boolean {
  return effects?.some(effect => effect.do === 'usage') ?? false;
}

function withoutUsage(ref: StepRef): StepRef {
  const { effects = [], ...entry } = ref.entry;
  return { ...ref, entry: { ...entry, effects: effects.filter(effect => effect.do !== 'usage') } };
}
