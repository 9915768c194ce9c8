import { type OrderedSteps, orderedSteps } from './orderedSteps';
import { type StepRef, stepStart } from './stepRef';

/**
 * Corrects the times of steps from services whose clocks are behind. A step can't begin before the step of another service that it is
 * nested in, so an earlier step is moved to the beginning of that outer step. Its own nested steps move with it. A step that begins after
 * the end of the outer step stays, since it may have waited in a queue.
 */
export function correctClocks(steps: OrderedSteps): OrderedSteps {
  const { refs, parents } = steps;
  if (!refs.some(({ entry }) => entry.isUnique && entry.service !== undefined && entry.parent !== undefined)) {
    return steps;
  }
  const shifts: bigint[] = [];
  // An enclosing step precedes its nested steps.
  for (const [index, ref] of refs.entries()) {
    const parent = parents[index] as number;
    shifts.push(parent < 0 ? 0n : shiftOf(ref, refs[parent] as StepRef, shifts[parent] ?? 0n));
  }
  if (shifts.every(shift => shift === 0n)) return steps;
  return orderedSteps(refs.map((ref, index) => moved(ref, shifts[index] as bigint)));
}

/** How far a step has to be moved, in nanoseconds, given how far its parent is moved. */
function shiftOf({ entry }: StepRef, around: StepRef, ofParent: bigint): bigint {
  const { service, at } = entry;
  const begun = stepStart(around);
  // Steps of one service have one clock.
  if (service === undefined || around.entry.service === undefined || service === around.entry.service) return ofParent;
  if (at === undefined || begun === undefined || at >= begun + ofParent) return 0n;
  return begun + ofParent - at;
}

function moved(ref: StepRef, shift: bigint): StepRef {
  const { entry, answer } = ref;
  if (shift === 0n || entry.at === undefined) return ref;
  const later =
    answer?.entry.at === undefined ? answer : { ...answer, entry: { ...answer.entry, at: answer.entry.at + shift } };
  return { ...ref, entry: { ...entry, at: entry.at + shift }, shift, ...(later && { answer: later }) };
}
