import type { CheckedEnvelope, FixPlan } from '../../model/rule';
import type { Path } from '../../model/text';
import { atPath } from '../../text/pointer';
import { displayPath } from './displayPath';
import { protectedLocation } from './protectedLocation';

/** Fixes that change a target path, unless the operation does not fit the file there, or the path is protected. */
export function targetPathFixes(
  { value, files }: Pick<CheckedEnvelope, 'value' | 'files'>,
  path: Path,
  to: string,
): FixPlan[] {
  const operation = atPath(value, [...path.slice(0, -1), 'operation']);
  const exists = files?.find(to) != null;
  if (exists === (operation === 'create') || protectedLocation(to) !== undefined) return [];
  return [{ title: `Change to "${displayPath(to)}"`, do: 'set', path, value: to }];
}
