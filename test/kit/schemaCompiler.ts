import { compileSchema } from '../../server/src/entries/compileSchema';
import type { Compile } from '../../server/src/model/schema';

/** Stands in for `server/src/workspace/schemaCompiler.ts`, which loads the compiler from its bundle: sources have none beside them. */
export function schemaCompiler(): Compile {
  return compileSchema;
}
