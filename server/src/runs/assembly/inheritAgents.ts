import type { OrderedSteps } from './orderedSteps';
import type { StepRef } from './stepRef';

/**
 * A span without an agent gets that of the span that encloses it. Within an envelope this is done when it is read
 * (`families/drafts/completeNested.ts`); here for a trace spread over several files or lines.
 */
export function inheritAgents(steps: OrderedSteps): OrderedSteps {
  const { refs, parents } = steps;
  const agentOf = ({ entry, answer }: StepRef) => entry.agent ?? answer?.entry.agent;
  const isNameless = (ref: StepRef, index: number) => {
    const around = refs[parents[index] as number];
    const isApart = around?.entry.part !== ref.entry.part || around.record !== ref.record;
    return ref.entry.isUnique && around && isApart && agentOf(ref) === undefined;
  };
  if (!refs.some(isNameless)) return steps;
  const named: StepRef[] = [];
  // An enclosing step precedes its nested steps.
  for (const [index, ref] of refs.entries()) {
    const around = isNameless(ref, index) ? named[parents[index] as number] : undefined;
    const agent = around && agentOf(around);
    named.push(agent === undefined ? ref : { ...ref, entry: { ...ref.entry, agent } });
  }
  return { refs: named, parents };
}
