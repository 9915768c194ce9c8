import { createRequire } from 'node:module';
import { bundle } from '../bundle.mjs';
import { messageLog } from '../logs.mjs';
import { pairs, timed } from '../pairs.mjs';

export const about = 'recognising and checking 10 MB of JSON, an array of messages';
export const anchor = 'JSON.parse of it';

export async function run() {
  const { analyse, families, sourceFile } = createRequire(import.meta.url)(await bundle('test/bench/core.ts'));
  const text = `[\n${messageLog(10).join(',\n')}\n]`;
  const context = { families, facts: { agents: [], intents: [] }, association: () => undefined };
  const file = sourceFile('file:///work/all.json', 'json', text);
  return pairs(
    () => timed(() => analyse(file, context)),
    () => timed(() => JSON.parse(text)),
    15,
  );
}
