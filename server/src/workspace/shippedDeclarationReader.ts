import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * Returns a function that reads a shipped protocol's declaration by its id, or returns undefined if no shipped protocol has that id. The
 * declarations are loaded on first use, since most workspaces use none.
 *
 * @param code the folder of the built code
 */
export function shippedDeclarationReader(code: string): (id: string) => unknown {
  const load = createRequire(join(code, 'server.js'));
  return id => (load('./shippedProtocols.js') as { declarationOf(id: string): unknown }).declarationOf(id);
}
