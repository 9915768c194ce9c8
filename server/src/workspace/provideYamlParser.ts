import { createRequire } from 'node:module';
import { join } from 'node:path';
import { provideYaml, type YamlParser } from '../text/parseText';

/**
 * Provides the YAML parser. It is large and most workspaces have no envelopes in YAML, so it is loaded on first use.
 *
 * @param code the folder of the built code
 */
export function provideYamlParser(code: string): void {
  let parser: YamlParser | undefined;
  provideYaml(() => {
    parser ??= createRequire(join(code, 'server.js'))('./parseYaml.js') as YamlParser;
    return parser;
  });
}
