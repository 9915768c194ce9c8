import { createRequire } from 'node:module';
import { bundle } from '../bundle.mjs';
import { artifactLog } from '../logs.mjs';
import { pairs, timed } from '../pairs.mjs';

export const about = 'a check of an 11 MB log of 13,000 messages with artifacts, with the positions of its problems';
export const anchor = 'JSON.parse of each line';
/** The goal is 1.3. */
export const limit = 100;

export async function run() {
  const { analyse, families, diagnostics, textFile } = createRequire(import.meta.url)(
    await bundle('test/bench/core.ts'),
  );
  const lines = artifactLog(13_000, { faults: 10 });
  const text = lines.join('\n');
  const context = { families, facts: { agents: [], intents: [] }, association: () => undefined };
  const client = { hasJsonService: false, opensDocs: false };
  const check = () => {
    const { analysis } = analyse(textFile('file:///work/log.jsonl', 'jsonl', text), context);
    diagnostics(analysis, client, Infinity);
  };
  return pairs(
    () => timed(check),
    () => timed(() => lines.map(line => JSON.parse(line))),
    9,
  );
}
