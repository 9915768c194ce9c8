import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { provideYaml, type YamlParser } from '../text/parseJsonOrYaml';
import { provideSha256 } from '../text/sha256';

/**
 * Provides what the core takes from Node: a hash, and the parser of YAML. The parser is large and most workspaces have no envelopes in
 * YAML, so it is loaded on first use.
 *
 * @param code the folder of the built code
 */
export function provideNodeServices(code: string): void {
  provideSha256(data => createHash('sha256').update(data).digest('base64'));
  let parser: YamlParser | undefined;
  provideYaml(() => {
    parser ??= createRequire(join(code, 'server.js'))('./parseYaml.js') as YamlParser;
    return parser;
  });
}
