import type { Family, FamilyDeclaration } from '../../model/family';
import { defineFamily } from '../defineFamily';
import { declaredReader } from './declaredReader';

/** A built-in family that is a declaration alone: the reader of another program's logs. */
export function mappedFamily({ id, kinds, ...family }: FamilyDeclaration): Family {
  const mapped = Object.entries(kinds).map(([name, { steps }]) => ({ id: `${id}/${name}`, steps }));
  return defineFamily(id, { ...family, kinds, ...declaredReader(mapped) });
}
