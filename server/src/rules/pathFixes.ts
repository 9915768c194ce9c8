import type { CheckedEnvelope, Finding, FixPlan } from '../model/rule';
import type { Path } from '../model/text';
import { t } from '../shared/l10n';
import { schemaAt } from '../slots/applicableSchemas';
import { atPath } from '../text/jsonPointer';
import { displayPath, isResolvablePath } from './envelopeFilePaths';
import { protectedLocation } from './protectedLocation';

/**
 * Returns the quick fix for the path of a file that an artifact writes: changes it to the path `to`. Returns no fix if `to` is protected, if an
 * artifact creates the file but it already exists at `to`, or if an artifact changes the file but it does not exist at `to`.
 */
export function targetPathFixes(
  { value, files }: Pick<CheckedEnvelope, 'value' | 'files'>,
  path: Path,
  to: string,
): FixPlan[] {
  const operation = atPath(value, [...path.slice(0, -1), 'operation']);
  const exists = files?.find(to) != null;
  if (exists === (operation === 'create') || protectedLocation(to) !== undefined) return [];
  return [{ title: t`Change to "${displayPath(to)}"`, do: 'set', path, value: to }];
}

/** Returns fixes that set an artifact's operation to one of the suggested operations that its protocol allows. */
export function operationFixes(
  { kind, value }: CheckedEnvelope,
  artifact: Path,
  suggested: readonly string[],
): FixPlan[] {
  const path = [...artifact, 'operation'];
  const allowed = schemaAt(kind.schema, value, path)?.enum ?? [];
  return suggested
    .filter(operation => allowed.includes(operation))
    .map(operation => ({ title: t`Change to "${operation}"`, do: 'set', path, value: operation }));
}

/**
 * Returns a finding whose fixes suit the disk: a fix that changes the operation of an artifact to one for existing files is not certain unless
 * the file exists, and for a missing file is to create it instead.
 */
export function fixesForDisk(on: CheckedEnvelope, finding: Finding): Finding {
  const { value, files, where } = on;
  if (where !== 'file' || !files || !finding.fixes?.some(isForExisting)) return finding;
  const fixes = finding.fixes.flatMap((fix): FixPlan[] => {
    if (!isForExisting(fix)) return [fix];
    const artifact = fix.path.slice(0, -1);
    const path = atPath(value, [...artifact, 'path']);
    const found = typeof path === 'string' && isResolvablePath(path) ? files.find(path) : undefined;
    if (found) return [fix];
    const creates = found === null ? operationFixes(on, artifact, ['create']) : [];
    return creates.length > 0 ? creates : [{ ...fix, certain: false }];
  });
  return { ...finding, fixes };
}

function isForExisting(fix: FixPlan): fix is FixPlan & { do: 'set' } {
  return fix.do === 'set' && fix.path.at(-1) === 'operation' && (fix.value === 'update' || fix.value === 'overwrite');
}
