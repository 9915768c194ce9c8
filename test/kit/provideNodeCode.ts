import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { compileSchema } from '../../server/src/entries/compileSchema';
import { comments, parse } from '../../server/src/entries/parseYaml';
import { SHIPPED_PROTOCOLS } from '../../server/src/families/declared/shippedProtocols';
import type { LoadedCode } from '../../server/src/model/schema';
import { provideYaml } from '../../server/src/text/parseJsonOrYaml';
import { provideSha256 } from '../../server/src/text/sha256';

provideSha256(data => createHash('sha256').update(data).digest('base64'));
provideYaml(() => ({ comments, parse }));

/** Stands in for `server/src/workspace/provideNodeCode.ts`, which loads bundles: sources have none beside them. */
export function provideNodeCode(): LoadedCode {
  return { compile: compileSchema, declarationOf };
}

export function declarationOf(id: string): unknown {
  if (!SHIPPED_PROTOCOLS.some(one => one.id === id)) return undefined;
  return JSON.parse(readFileSync(new URL(`../../protocols/${id}.agent-protocol.json`, import.meta.url), 'utf8'));
}
