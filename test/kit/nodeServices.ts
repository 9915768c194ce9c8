import { createHash } from 'node:crypto';
import { comments, parse } from '../../server/src/entries/parseYaml';
import { provideYaml } from '../../server/src/text/parseJsonOrYaml';
import { provideSha256 } from '../../server/src/text/sha256';

provideSha256(data => createHash('sha256').update(data).digest('base64'));
provideYaml(() => ({ comments, parse }));

/** Stands in for `server/src/workspace/provideNodeServices.ts`, which loads the parser from its bundle: sources have none beside them. */
export function provideNodeServices(): void {}
