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
    if (!ref.entry.isUnique || !around) return false;
    const isApart = around.entry.part !== ref.entry.part || around.record !== ref.record;
    return isServiceName(ref) || (isApart && agentOf(ref) === undefined);
  };
  if (!refs.some(isNameless)) return steps;
  const named: StepRef[] = [];
  // An enclosing step precedes its nested steps.
  for (const [index, ref] of refs.entries()) {
    const around = isNameless(ref, index) ? named[parents[index] as number] : undefined;
    const agent = around && !(isServiceName(ref) && isServiceName(around)) ? agentOf(around) : undefined;
    named.push(agent === undefined ? ref : { ...ref, entry: { ...ref.entry, agent } });
  }
  return { refs: named, parents };
}

/** Whether the service stands in for an agent, which the enclosing span in another line may name. */
function isServiceName({ entry: { agent, service, kind } }: StepRef): boolean {
  return agent !== undefined && agent === service && !kind.endsWith(':agent');
}
