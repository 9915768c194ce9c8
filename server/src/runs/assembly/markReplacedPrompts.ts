import type { OrderedSteps } from './orderedSteps';
import type { StepRef } from './stepRef';

/** Marks prompts that were edited: behind the same line as an earlier prompt, they begin another branch of the conversation. */
export function markReplacedPrompts(steps: OrderedSteps): OrderedSteps {
  const { refs, parents } = steps;
  const last = new Map<string, number>();
  let marked: StepRef[] | undefined;
  for (const [index, ref] of refs.entries()) {
    const { follows } = ref.entry.links ?? {};
    if (follows === undefined) continue;
    const replaces = last.get(follows);
    last.set(follows, index);
    if (replaces === undefined) continue;
    marked ??= [...refs];
    marked[index] = { ...ref, replaces };
  }
  return marked ? { refs: marked, parents } : steps;
}
