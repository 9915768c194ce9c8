import type { CheckedEnvelope, FixPlan } from '../../model/rule';
import type { Path } from '../../model/text';
import { schemaAt } from '../../slots/applicableSchemas';

/** Fixes that set an artifact's operation to one of the suggested operations, if its protocol allows it. */
export function operationFixes(
  { kind, value }: CheckedEnvelope,
  artifact: Path,
  suggested: readonly string[],
): FixPlan[] {
  const path = [...artifact, 'operation'];
  const allowed = schemaAt(kind.schema, value, path)?.enum ?? [];
  return suggested
    .filter(operation => allowed.includes(operation))
    .map(operation => ({ title: `Change to "${operation}"`, do: 'set', path, value: operation }));
}
