import { readFileSync } from 'node:fs';
import { SHIPPED_PROTOCOLS } from '../../server/src/families/declared/shippedProtocolSigns';

/** Stands in for `server/src/workspace/shippedDeclarationReader.ts`, which loads the declarations from their bundle. */
export function shippedDeclarationReader(): (id: string) => unknown {
  return declarationOf;
}

export function declarationOf(id: string): unknown {
  if (!SHIPPED_PROTOCOLS.some(one => one.id === id)) return undefined;
  return JSON.parse(readFileSync(new URL(`../../protocols/${id}.agent-protocol.json`, import.meta.url), 'utf8'));
}
