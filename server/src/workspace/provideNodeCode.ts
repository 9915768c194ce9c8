import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Compile, LoadedCode } from '../model/schema';
import { provideYaml, type YamlParser } from '../text/parseJsonOrYaml';
import { provideSha256 } from '../text/sha256';

/**
 * Provides code that only Node can load, or that is too large to be loaded at each start: a hash function, the parser of YAML, the compiler of
 * users' schemas, and the declarations of shipped protocols. All except the hash are loaded on first use.
 *
 * @param folder of the built code
 */
export function provideNodeCode(folder: string): LoadedCode {
  const load = createRequire(join(folder, 'server.js'));
  provideSha256(data => createHash('sha256').update(data).digest('base64'));
  provideYaml(() => load('./parseYaml.js') as YamlParser);
  return {
    compile: schema => (load('./compileSchema.js') as { compileSchema: Compile }).compileSchema(schema),
    declarationOf: id => (load('./shippedProtocols.js') as LoadedCode).declarationOf(id),
  };
}
