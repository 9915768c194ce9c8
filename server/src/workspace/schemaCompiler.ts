import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Compile } from '../model/schema';

/**
 * Returns a function that compiles schemas that users provide. The compiler is large and most workspaces have no schemas, so it is loaded
 * on first use.
 *
 * @param code the folder of the built code
 */
export function schemaCompiler(code: string): Compile {
  let compile: Compile | undefined;
  return schema => {
    compile ??= (createRequire(join(code, 'server.js'))('./compileSchema.js') as { compileSchema: Compile })
      .compileSchema;
    return compile(schema);
  };
}
