import type { OrderedSteps } from './orderedSteps';
import type { StepRef } from './stepRef';

/** Usage that is told apart from its model call is of the model that its agent named last. */
export function inheritModels(steps: OrderedSteps): OrderedSteps {
  const modelOf = ({ entry, answer }: StepRef) => answer?.entry.model ?? entry.model;
  const isApart = (ref: StepRef) => USAGE.test(ref.entry.kind) && modelOf(ref) === undefined;
  if (!steps.refs.some(isApart)) return steps;
  const named = new Map<string | undefined, string>();
  const refs = steps.refs.map(ref => {
    const { agent } = ref.entry;
    const own = modelOf(ref);
    if (own !== undefined) named.set(agent, own);
    const model = isApart(ref) ? named.get(agent) : undefined;
    return model === undefined ? ref : { ...ref, entry: { ...ref.entry, model } };
  });
  return { ...steps, refs };
}

const USAGE = /:usage$/;
