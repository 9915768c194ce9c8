import type { FixPlan } from '../model/rule';
import type { Path } from '../model/text';

/** A fix that makes an id or a time anew, by the `x-slot` of its place. */
export function fillFix(path: Path, slot: string): FixPlan {
  return { title: slot === 'time' ? 'Write the time it is now' : 'Write a new id', do: 'fill', path, format: slot };
}
