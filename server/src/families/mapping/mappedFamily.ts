import type { Family, FamilyDeclaration } from '../../model/family';
import { defineFamily } from '../defineFamily';
import { writtenSteps } from '../otlp/draftOfExportedSpan';
import { declaredReader } from './declaredReader';

/**
 * Defines the reader of another program's logs from a declaration, without further code. A run can be exported in the other program's format; a
 * log from such an export is read as the exported steps.
 */
export function mappedFamily({ id, kinds, ...family }: FamilyDeclaration): Family {
  const mapped = Object.entries(kinds).map(([name, { steps }]) => ({ id: `${id}/${name}`, steps }));
  const { steps, exchange } = declaredReader(mapped);
  const [first] = mapped;
  return defineFamily(id, {
    ...family,
    kinds,
    steps: (value, kind) => writtenSteps(value, id) ?? steps?.(value, kind) ?? [],
    // The steps of an export have the kinds of the original steps.
    exchange: (value, kind, around) =>
      exchange?.(value, kind.startsWith(`${id}/`) ? kind : (first?.id ?? kind), around),
  });
}
