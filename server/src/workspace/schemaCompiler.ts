import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Compile } from '../model/schema';

/**
 * Compiles schemas that users bring. What it takes is large, and most workspaces bring none: it is loaded when first needed.
 *
 * @param code the folder where the built code lies
 */
export function schemaCompiler(code: string): Compile {
  let compile: Compile | undefined;
  return schema => {
    compile ??= (createRequire(join(code, 'server.js'))('./compileSchema.js') as { compileSchema: Compile })
      .compileSchema;
    return compile(schema);
  };
}
