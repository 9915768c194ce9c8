import { compileSchema } from '../../server/src/entries/compileSchema';
import { withShippedFamilies } from '../../server/src/families/declared/shippedFamilies';
import { families as ownFamilies } from '../../server/src/families/index';
import type { Family } from '../../server/src/model/family';
import { declarationOf } from './provideNodeCode';

/** All families where the setting `protocols` has these names. */
export function familiesWhere(names: readonly string[] = [], declared: readonly Family[] = []): readonly Family[] {
  return withShippedFamilies(names, { builtIn: ownFamilies, declared, declarationOf, compile: compileSchema });
}
