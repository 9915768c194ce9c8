import type { FixPlan } from '../model/rule';
import type { Path } from '../model/text';

/** A fix that generates an id or a time for an `x-slot`. */
export function fillFix(path: Path, slot: string): FixPlan {
  return { title: slot === 'time' ? 'Insert the current time' : 'Write a new id', do: 'fill', path, format: slot };
}
