import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * Reads the declarations of the protocols that are part of this program, by their ids; undefined for any other id. Most workspaces use
 * none, so they are loaded on first use.
 *
 * @param code the folder of the built code
 */
export function declarationReader(code: string): (id: string) => unknown {
  const load = createRequire(join(code, 'server.js'));
  return id => (load('./shippedProtocols.js') as { declarationOf(id: string): unknown }).declarationOf(id);
}
