import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Compile, LoadedCode } from '../model/schema';
import { provideYaml, type YamlParser } from '../text/parseJsonOrYaml';
import { provideSha256 } from '../text/sha256';

/**
 * Provides what the core takes from Node: a hash, and code that is large and that most workspaces don't need. Each of its bundles is loaded
 * on first use: the parser of YAML, the compiler of users' schemas, and the declarations of shipped protocols.
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
