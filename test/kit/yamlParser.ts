import { comments, parse } from '../../server/src/parseYaml';
import { provideYaml } from '../../server/src/text/parseText';

provideYaml(() => ({ comments, parse }));

/** Stands in for `server/src/workspace/provideYamlParser.ts`, which loads the parser from its bundle: sources have none beside them. */
export function provideYamlParser(): void {}
